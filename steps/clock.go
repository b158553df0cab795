package steps

import (
	"fmt"
	"time"
)

func init() {
	Register("time",
		Step{Keyword: When, Pattern: `(\d\S*) pass(?:es)?`,
			Manual:  "lets time pass; what is due at the end of it has happened",
			Example: `250ms pass`, Func: (*World).pass},
		Step{Keyword: When, Pattern: `the clock reaches (\S+)`,
			Manual:  "lets time pass until a moment, counted from the last \"the runtime starts\"",
			Example: `the clock reaches 249ms`, Func: (*World).reach},
	)
}

func (w *World) pass(d string) error {
	span, err := time.ParseDuration(d)
	if err != nil {
		return err
	}
	return w.ground.sleep(span)
}

func (w *World) reach(moment string) error {
	d, err := time.ParseDuration(moment)
	if err != nil {
		return err
	}
	left := w.begin.Add(d).Sub(w.now())
	if left < -slack {
		return fmt.Errorf("it is %s already", w.since(w.now()))
	}
	return w.ground.sleep(max(0, left))
}

// slack is what the steps themselves may have added to the time of a scenario.
const slack = 500 * time.Microsecond
