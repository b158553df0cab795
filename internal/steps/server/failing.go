package server

import (
	"slices"
	"strconv"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// toldInResults judges how calls fail whose arguments their schemas allow. A server that answers no
// call with a result is not looked at: it is out of order, or another check tells of it.
func toldInResults(s *probe.Survey, b *probe.Bench) error {
	if !slices.ContainsFunc(s.Trials, func(t *probe.Trial) bool { return t.Answer.Members["result"] != nil }) {
		return verdict.NotTestable("no tool that may be called is answered with a result")
	}
	for _, t := range s.Trials {
		if failure := t.Answer.Failure(); failure != nil && isOfTool(failure.Code) {
			return blame(b, t, "it is answered with an error, want a result with isError that says so: %s", probe.Quote(t.Answer.Raw))
		}
	}
	return nil
}

// isOfTool reports whether a code says that the code of a tool has failed: it is what servers make of
// any error, or one of their own. What JSON-RPC and MCP define is about the request.
func isOfTool(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && (n == -32603 || n > -32000 || n < -32768)
}
