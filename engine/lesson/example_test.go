package lesson_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/lesson"
)

const small = `
title
en A consumer joins
zh 加入一个消费者
story
nameserver ns
broker broker-a topics=orders:4
run 1s
consumer c1 group=g topic=orders
run 5s
step
ask owners g orders
en c2 joins. Who owns each queue?
zh c2 加入。每个队列归谁？
wrong broker-a/2=c1
en AVG cuts all four anew into two blocks.
zh AVG 把 4 个队列重新切成两段。
consumer c2 group=g topic=orders
run 1s
`

func Example() {
	l, err := lesson.Parse(small, nil)
	if err != nil {
		fmt.Println(err) // names the line
		return
	}
	film, err := l.Film() // runs all of it and works out the answers
	if err != nil {
		fmt.Println(err)
		return
	}
	scene := &film.Scenes[0]
	fmt.Println(scene.Step.Exercise.Ask.In("zh"), scene.Items, scene.Choices)
	grade, _ := scene.Grade("broker-a/0=c1 broker-a/1=c1 broker-a/2=c1 broker-a/3=c2")
	fmt.Println(grade.Hits, "of", grade.Of)
	fmt.Println(scene.Step.Exercise.Wrong[grade.Wrong].Why.In("zh"))
	fmt.Println(scene.Answer())
	// Output:
	// c2 加入。每个队列归谁？ [broker-a/0 broker-a/1 broker-a/2 broker-a/3] [c1 c2]
	// 3 of 4
	// AVG 把 4 个队列重新切成两段。
	// broker-a/0=c1 broker-a/1=c1 broker-a/2=c2 broker-a/3=c2
}

// What opening a lesson costs.
func BenchmarkFilm(b *testing.B) {
	l, err := lesson.Parse(small, nil)
	require.NoError(b, err)
	for b.Loop() {
		if _, err := l.Film(); err != nil {
			b.Fatal(err)
		}
	}
}
