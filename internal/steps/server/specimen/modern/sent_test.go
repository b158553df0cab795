package modern_test

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
)

// What all checks together send to a correct server with everything is a page, as it goes
// over the wire.
func TestWhatChecksSend(t *testing.T) {
	said := judgetest.OpenPage(t, "sent.golden", overs(""))
	for _, over := range overs("") {
		t.Run(over, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				sent := &servertest.Sent{}
				judgeBy(t, sent.Judge, over, offersTasks(func(*tasking) {}), false)
				said.Says(over, sent.Lines(judgetest.Uncounted), problem)
			})
		})
	}
}
