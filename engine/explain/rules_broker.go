package explain

var brokerInfos = []Info{}
