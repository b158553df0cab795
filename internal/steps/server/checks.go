package server

import (
	"slices"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// Checks is what the checks of servers are about.
func Checks() judge.Kind {
	return judge.Kind{
		Name: "server", Command: "mcpsim validate", Features: features.Server,
		Source: Vocabulary(), Families: probe.Families(), Suites: Suites(), SuiteOf: probe.SuiteOf, Practice: probe.Practice,
		Alone: func(id string) bool { return slices.Contains(measuring, id) }, Early: early,
	}
}

// early are the checks that come first: those that others build on; SUB-09, which takes
// longest and which SUB-10 waits for; those that begin a session which they leave to
// others (LIFE-02 asks for the revisions that LIFE-18 has not asked for); and some that need processes of their own and can go on while tools are called.
var early = []string{
	"LIFE-01", "PING-01", "STDIO-09", "LIFE-13", "TOOL-01", "TOOL-04", "SUB-09", "M-DISC-01", "M-DISC-09", "M-TOOL-01",
	"LIFE-03", "LIFE-08", "LIFE-18", "LIFE-06", "BASE-08", "STDIO-07", "LIFE-02",
}

// measuring are the checks that judge how busy or how fast a process is, or whether
// what a server offers stays the same: what another check does at the same time would
// count.
var measuring = []string{"STDIO-03", "STDIO-13", "STDIO-17", "LIFE-11", "PAG-02", "PAG-03", "PAG-04", "SUB-07", "SUB-08", "M-SUB-08", "M-PAG-02", "M-DISC-08", "M-SUB-15"}

// Suites are the names of the suites, the last one that of checks of one's own.
func Suites() []string {
	var out []string
	for _, s := range probe.Suites() {
		out = append(out, s.Name)
	}
	return append(out, probe.OwnSuite)
}

// Beside are n sides beside the one on a server. A server that refused the first handshake gets
// none, and one whose messages are so long that few fit in memory is done with those that it has.
func Beside(e *probe.Eras, n int) (out []judge.Side) {
	for range n {
		if slices.ContainsFunc(e.All(), func(b *probe.Bench) bool { return b.Refused() != nil }) {
			break
		}
		out = append(out, beside(e))
	}
	return out
}

func beside(e *probe.Eras) judge.Side {
	var fork *probe.Eras
	return judge.Side{
		Open: func() (_ gherkin.NewWorld, err error) {
			if fork, err = e.Fork(); err != nil {
				return nil, err
			}
			return NewEras(fork), nil
		},
		Over: func() bool {
			heavy := slices.ContainsFunc(e.All(), (*probe.Bench).Heavy)
			if heavy && fork != nil {
				fork.Forget()
				fork = nil
			}
			return heavy
		},
	}
}
