package explain

var consumerInfos = []Info{}
