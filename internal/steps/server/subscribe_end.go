package server

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// endings are the messages that end a subscription.
func (s *subscribing) endings(c *check) (answer, cancelled *probe.Frame) {
	for _, f := range c.conn.From(0) {
		switch {
		case f.Answers(s.all[0].ID):
			answer = &f
		case f.Method() == "notifications/cancelled" && probe.Alike(string(f.Param("requestId")), s.all[0].ID):
			cancelled = &f
		}
	}
	return answer, cancelled
}

// awaitEnding waits for all that comes before the process has closed its stdout, for 5 s at most.
func (s *subscribing) awaitEnding(c *check) {
	_ = c.conn.Await(0, 5*time.Second, func([]probe.Frame) bool { return false })
}

func (s *subscribing) answeredAtEnd(c *check) error {
	if err := s.needsAck(); err != nil {
		return err
	}
	s.awaitEnding(c)
	answer, cancelled := s.endings(c)
	if answer == nil && cancelled == nil && !c.conn.Process.Exited(time.Second) {
		return verdict.Because("M-STDIO-11", "the process has not exited")
	}
	return verdict.FailedIf(answer == nil && cancelled == nil, "the process exits without a word about the subscription")
}

func (s *subscribing) finalForm(c *check) error {
	if err := s.needsAck(); err != nil {
		return err
	}
	s.awaitEnding(c)
	answer, _ := s.endings(c)
	if answer == nil {
		return verdict.NotObserved("the server answers no subscription at its end")
	}
	if kind := probe.Page(*answer)["resultType"]; probe.Text(kind) != "complete" {
		wrong := unless(false, *answer, "the answer is not of the type complete")
		if usual := probe.Page(c.bench.First().Init)["resultType"]; bytes.Equal(usual, kind) {
			return verdict.Because(typeCheckOf(kind), "server/discover is answered with the same type; %s", wrong)
		}
		return wrong
	}
	return unless(probe.SameJSON(probe.SubscriptionID(*answer)) == s.all[0].ID, *answer, "the answer does not name the subscription in its _meta")
}

// typeCheckOf is the check that tells of a wrong resultType.
func typeCheckOf(kind json.RawMessage) string {
	if kind == nil {
		return "M-BASE-16"
	}
	return "M-BASE-17"
}
