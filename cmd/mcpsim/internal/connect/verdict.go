package connect

import "github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"

// class says what kind of failure it is, for programs.
type class string

const (
	classConfig      class = "config"      // the definition cannot be used
	classAuth        class = "auth"        // 401 or 403
	classUnreachable class = "unreachable" // no process, no connection
	classDied        class = "died"        // the process ended before it was live
	classTimeout     class = "timeout"     // it was reached and did not answer
	classProtocol    class = "protocol"    // it answered something else
)

// status is what became of a server, for people and programs.
type status string

const (
	statusLive     status = "live"
	statusDeferred status = "deferred" // still pending, with tools from the cache
	statusPending  status = "pending"
	statusFailed   status = "failed"
	statusDisabled status = "disabled"
)

func (r row) failed() bool { return r.Status == statusFailed }

// verdictOf is the exit code for what was found: authentication first, since
// it is the one failure that a caller can act upon, then the failures that all
// servers share, then any.
func verdictOf(rows []row, callFailed bool) int {
	classes := map[class]int{}
	failed, used := 0, 0
	for _, r := range rows {
		if r.Status != statusDisabled {
			used++
		}
		if r.failed() {
			failed++
			classes[r.Failure.Class]++
		}
	}
	switch {
	case used == 0:
		return ui.ExitNothing
	case classes[classAuth] > 0:
		return ui.ExitAuth
	case classes[classUnreachable]+classes[classDied] == used:
		return ui.ExitUnreachable
	case classes[classConfig] == used:
		return ui.ExitUsage
	case failed > 0 || callFailed:
		return ui.ExitFailed
	}
	return ui.ExitOK
}
