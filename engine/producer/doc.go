// Package producer is a DefaultMQProducer and the application thread that uses
// it: it takes routes from its client instance, chooses queues, sends, retries
// within one time budget and avoids brokers that failed it.
package producer
