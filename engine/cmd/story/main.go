// Command story runs stories headless and compares their answers.
//
//	go run ./engine/cmd/story FILE...          exit 1 where an answer differs
//	go run ./engine/cmd/story -write FILE...   rewrite the answers
package main

import (
	"flag"
	"fmt"
	"os"

	"rocketscope/engine/scenario"
)

func main() {
	write := flag.Bool("write", false, "rewrite the answers with what the engine gives")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: story [-write] FILE...")
		os.Exit(2)
	}
	failed := false
	for _, file := range flag.Args() {
		if err := tell(file, *write); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func tell(file string, write bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	story, err := scenario.Parse(string(text))
	if err != nil {
		return err
	}
	if write {
		return rewrite(file, story)
	}
	sim, diffs, err := story.Run()
	if err != nil {
		return err
	}
	for _, d := range diffs {
		fmt.Fprintln(os.Stderr, d)
	}
	if len(diffs) > 0 {
		return fmt.Errorf("%d answers differ", len(diffs))
	}
	fmt.Printf("%s: ok, %s simulated, digest %016x\n", file, sim.Now(), sim.Digest())
	return nil
}

func rewrite(file string, story *scenario.Story) error {
	text, err := story.Rewrite()
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
