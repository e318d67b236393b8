package explain

// The rules of a producer.
const (
	ProducerPublish        = producerRules + iota // the publish list has changed
	ProducerAvoid                                 // queues were passed over for what the fault table says
	ProducerSharedWrite                           // no broker available: the choice was written into the list (4.8)
	ProducerRetry                                 // a try came to nothing: another is made
	ProducerCallTimeout                           // the time for all tries is over
	ProducerFailed                                // all tries are used up
	ProducerCodeNotRetried                        // the broker's error code is not among the retried ones
	ProducerSelectedOnce                          // a queue chosen by a selector is tried once
	ProducerNotStoreOK                            // stored, but not OK: returned as a normal result
	ProducerNoRoute                               // no queue to send to
	ProducerIsolated                              // a broker was slow or failed: it is isolated for a while
	ProducerReachable                             // the detector's probe was answered
	ProducerAsyncRetry                            // an asynchronous send goes to another broker with the same queue id
	ProducerAsyncNoTime                           // an asynchronous send has no time left for a retry
)

var producerInfos = []Info{
	{Rule: ProducerPublish, Name: "producer.publish", Source: "MQClientInstance.topicRouteData2TopicPublishInfo", Admin: "topicRoute"},
	{Rule: ProducerAvoid, Name: "producer.avoid", Source: "MQFaultStrategy.selectOneMessageQueue", Quiet: true},
	{Rule: ProducerSharedWrite, Name: "producer.sharedwrite", Source: "MQFaultStrategy.selectOneMessageQueue"},
	{Rule: ProducerRetry, Name: "producer.retry", Source: "DefaultMQProducerImpl.sendDefaultImpl",
		Log: "sendKernelImpl exception, resend at once, InvokeID: {}, RT: {}ms, Broker: {}"},
	{Rule: ProducerCallTimeout, Name: "producer.calltimeout", Source: "DefaultMQProducerImpl.sendDefaultImpl",
		Log: "sendDefaultImpl call timeout"},
	{Rule: ProducerFailed, Name: "producer.failed", Source: "DefaultMQProducerImpl.sendDefaultImpl",
		Log: "Send [{}] times, still failed, cost [{}]ms, Topic: {}, BrokersSent: {}"},
	{Rule: ProducerCodeNotRetried, Name: "producer.codenotretried", Source: "DefaultMQProducer.retryResponseCodes"},
	{Rule: ProducerSelectedOnce, Name: "producer.selectedonce", Source: "DefaultMQProducerImpl.sendSelectImpl"},
	{Rule: ProducerNotStoreOK, Name: "producer.notstoreok", Source: "DefaultMQProducer.retryAnotherBrokerWhenNotStoreOK"},
	{Rule: ProducerNoRoute, Name: "producer.noroute", Source: "DefaultMQProducerImpl.tryToFindTopicPublishInfo",
		Log: "No route info of this topic: {}", Admin: "topicRoute"},
	{Rule: ProducerIsolated, Name: "producer.isolated", Source: "MQFaultStrategy.updateFaultItem"},
	{Rule: ProducerReachable, Name: "producer.reachable", Source: "LatencyFaultToleranceImpl.detectByOneRound",
		Log: "{} is reachable now, then it can be used."},
	{Rule: ProducerAsyncRetry, Name: "producer.asyncretry", Source: "MQClientAPIImpl.onExceptionImpl",
		Log: "async send msg by retry {} times. topic={}, brokerAddr={}, brokerName={}"},
	{Rule: ProducerAsyncNoTime, Name: "producer.asyncnotime", Source: "MQClientAPIImpl.onExceptionImpl"},
}
