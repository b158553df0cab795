package steps

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func clockSteps() []gherkin.Step {
	return gherkin.Noun("time", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `(\d\S*) pass(?:es)?`, Example: `250ms pass`,
			Manual: "lets time pass; what is due at the end of it has happened. An hour or more is a long time: the real world waits for a moment only",
			Func:   (*World).pass},
		{Keyword: gherkin.When, Pattern: `the clock reaches (\S+)`, Manual: "lets time pass until a moment, counted from the last \"the runtime starts\"",
			Example: `the clock reaches 249ms`, Func: (*World).reach},
		{Keyword: gherkin.Then, Pattern: `no timer is pending`, Manual: "checks that nothing, neither runtime nor servers, waits for a moment to come",
			Virtual: true, Func: (*World).checkNoTimer},
	})
}

func (w *World) pass(d time.Duration) error {
	if d >= time.Hour && w.scenario.World == gherkin.Real {
		d = longTime
	}
	return w.ground.sleep(d)
}

func (w *World) reach(moment time.Duration) error {
	moment = w.justBefore(moment)
	left := w.begin.Add(moment).Sub(w.now())
	if left < -slack && w.scenario.World != gherkin.Real {
		return fmt.Errorf("it is %s already", w.since(w.now()))
	}
	return w.ground.sleep(max(0, left+slack/2))
}

func (w *World) checkNoTimer() error {
	g, ok := w.ground.(*virtualGround)
	if !ok {
		return errors.New("timers can be counted in the virtual world only")
	}
	var pending []string
	for _, p := range g.sim().Pending() {
		pending = append(pending, p.Actor)
	}
	return same("what waits for a moment to come", pending, nil)
}

// slack is what the steps themselves may have added to the time of a scenario:
// each that does something costs a few microseconds. Moments are rounded to
// milliseconds, so it goes unnoticed. Half of it is given to what began some
// steps after the clock was at zero and is due at the moment that is reached.
const slack = 500 * time.Microsecond
