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
			if failsOfToken(b, t) {
				return verdict.Because("PROG-04", "the tool %q fails with a progress token alone: %s", t.Tool.Name, probe.Quote(t.Answer.Raw))
			}
			return blame(b, t, "it is answered with an error, want a result with isError that says so: %s", probe.Quote(t.Answer.Raw))
		}
	}
	return nil
}

// failsOfToken reports whether a call that had a progress token is answered with a result without one.
func failsOfToken(b *probe.Bench, t *probe.Trial) (fine bool) {
	_ = b.Aside(func(c *probe.Conn) error {
		answer, err := c.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
		fine = err == nil && answer.Members["result"] != nil
		return err
	})
	return fine
}

// isOfTool reports whether a code says that the code of a tool has failed: it is what servers make of
// any error, or one of their own. What JSON-RPC and MCP define is about the request.
func isOfTool(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && (n == -32603 || n > -32000 || n < -32768)
}
