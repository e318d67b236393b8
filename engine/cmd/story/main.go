// Command story runs stories headless and compares their answers.
//
//	go run ./engine/cmd/story FILE...          exit 1 where an answer differs
//	go run ./engine/cmd/story -write FILE...   rewrite the answers
//	go run ./engine/cmd/story -seeds 1000 -until duplicate FILE...
//	                                           look for a seed that shows something
package main

import (
	"flag"
	"fmt"
	"os"

	"rocketscope/engine/scenario"
)

func main() {
	write := flag.Bool("write", false, "rewrite the answers with what the engine gives")
	seeds := flag.Uint64("seeds", 1, "with -until: how many seeds to try")
	until := flag.String("until", "", "what to look for: duplicate, lag, failed, retried, moved or stalled")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: story [-write | -seeds N -until WHAT] FILE...")
		os.Exit(2)
	}
	do := tell
	switch {
	case *write:
		do = rewrite
	case *until != "":
		m, err := measure(*until)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		do = func(file string, story *scenario.Story) error { return search(file, story, *seeds, m) }
	}
	failed := false
	for _, file := range flag.Args() {
		if err := read(file, do); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func read(file string, do func(string, *scenario.Story) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	story, err := scenario.Parse(string(text))
	if err != nil {
		return err
	}
	return do(file, story)
}

func tell(file string, story *scenario.Story) error {
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
