package explain

var nameServerInfos = []Info{}
