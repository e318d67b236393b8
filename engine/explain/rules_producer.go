package explain

var producerInfos = []Info{}
