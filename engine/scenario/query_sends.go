package scenario

import (
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/view"
)

// parseSends asks what the last sends of a producer looked at: each queue in
// turn, with why it was passed over or how it was chosen, what was left of the
// budget and how the try ended.
func parseSends(l *engine.Line) (question, error) {
	producer, err := l.Word("a producer")
	return func(sim *engine.Sim) []string {
		var i view.Inspection
		sim.Inspect(&i)
		var lines []string
		for _, r := range i.Rows {
			if r.Table == view.ClientChoices && sim.Name(r.Node) == producer {
				lines = append(lines, looked(r.Cells))
			}
		}
		if len(lines) == 0 {
			return []string{"none"}
		}
		return lines
	}, err
}

// looked writes one row of the table of choices.
func looked(cells []view.Cell) string {
	message, try, queue, how, budget, outcome, took := cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]
	line := "message=" + explain.Int(message.Num) + " try=" + explain.Int(try.Num)
	if budget.Num < 0 {
		line += " not " + queue.Text + ": " + how.Text
		if how.Num > 0 {
			line += " " + engine.Duration(time.Duration(how.Num))
		}
		return line
	}
	line += " -> " + queue.Text + " " + how.Text + " budget=" + engine.Duration(time.Duration(budget.Num))
	if took.Num < 0 {
		return line
	}
	var code string
	if outcome.Num >= 0 {
		code = explain.Int(outcome.Num)
	}
	return line + " " + strings.TrimSpace(outcome.Text+" "+code) + " took=" + engine.Duration(time.Duration(took.Num))
}
