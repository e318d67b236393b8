package engine

import (
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// answerSettings are how a broker meets what is asked of it: answer= for
// everything, sends= for sends alone.
func answerSettings() []setting {
	return []setting{
		{"answer", answerSetting((*broker.Broker).SetAnswer)},
		{"sends", answerSetting((*broker.Broker).SetAnswerToSends)},
	}
}

func answerSetting(do func(*broker.Broker, *kernel.Env, broker.Answer) error) func(*Line, string) (change, error) {
	return func(l *Line, key string) (change, error) {
		a, err := parseAnswer(l.Option(key, ""))
		return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
			return cl.SetBroker(name, func(b *broker.Broker, env *kernel.Env) error { return do(b, env, a) }, facts...)
		}, err
	}
}

// parseAnswer reads "ok", "hang", "refuse", "500ms" or "SYSTEM_BUSY".
func parseAnswer(s string) (broker.Answer, error) {
	switch s {
	case "ok":
		return broker.Answer{}, nil
	case "hang":
		return broker.Answer{Kind: broker.AnswerHang, Text: s}, nil
	case "refuse":
		return broker.Answer{Kind: broker.AnswerRefuse, Text: s}, nil
	}
	var names []string
	for _, c := range broker.AnswerCodes() {
		if c.Name == s {
			return broker.Answer{Kind: broker.AnswerCode, Code: c.Code, Text: s}, nil
		}
		names = append(names, c.Name)
	}
	d, err := ParseDuration(s)
	if err != nil {
		return broker.Answer{}, explain.Err("answer.bad", "{0} is no answer: write ok, hang, refuse, 500ms or one of {1}", s, strings.Join(names, " "))
	}
	return broker.Answer{Kind: broker.AnswerLate, Delay: d, Text: s}, nil
}
