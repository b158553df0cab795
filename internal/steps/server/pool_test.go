package server_test

import (
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// A ping that is dropped is given up once a later one is answered, long before
// the patience with answers ends.
func TestDroppedPingCostsLittle(t *testing.T) {
	dropped := subject{check: "BASE-02", line: func(line string) (string, bool) { return "", slices.Contains([]string{"9007199254740993"}, idOf(line)) }}
	_, results := dropped.validate(t)
	assert.Assert(t, is.Len(results, 4))
	assert.Equal(t, results[2].Verdict, reports.Warned)
	assert.Equal(t, results[2].Error, "no answer, although a ping that was sent after it is answered")
	assert.Assert(t, results[2].Virtual < 1500*time.Millisecond, "%s", results[2].Virtual)
}

func idOf(line string) string {
	if m := idMember.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// Processes are started ahead, few of them, and none is left.
func TestProcessesAreStartedAhead(t *testing.T) {
	for _, c := range []struct {
		check  string
		starts int // processes started in all
	}{
		{"PING-01", 3}, // the warm session, a fresh one, and one in vain
		{"PAG-03", 1},
		{"STDIO-11", 6}, // one for each example, two that find what there is to use, and two in vain
		{"LIFE-03", 7},  // four of the check's, and two in vain
	} {
		t.Run(c.check, func(t *testing.T) {
			s := subject{check: c.check}
			jobs := s.jobs(t)
			starts := 0
			err := vtime.Run(t, vtime.Config{Freeze: time.Minute}, func(sim *vtime.Sim) {
				n := netem.New(sim)
				target := probe.Target{Clock: sim.Clock("probe"), Starter: process.StarterFunc(func(process.Command) (process.Process, error) {
					starts++
					return s.start(sim, n)
				})}
				_, err := servertest.Judge(target, jobs)
				assert.Check(t, err)
				_, live := n.Open()
				assert.Check(t, is.Equal(live, 0))
				n.CloseAll()
			})
			assert.NilError(t, err)
			assert.Check(t, is.Equal(starts, c.starts))
		})
	}
}
