package explain

var clientInfos = []Info{}
