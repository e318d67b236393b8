package explain

var networkInfos = []Info{}
