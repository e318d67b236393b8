package explain

var allocateInfos = []Info{}
