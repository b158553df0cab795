package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// sameIDRounds is how often two requests share an id.
const sameIDRounds = 5

func (s *streams) sameIDs(c *check) error {
	others := []string{"x/unknown"}
	if c.conn.Declares("tools") {
		others = append(others, "tools/list")
	}
	for round := range sameIDRounds {
		id := c.sideID()
		methods := [2]string{c.bench.Light(), others[round%len(others)]}
		pair := c.atOnce(id, [2]*probe.Conn{c.conn, c.conn}, methods, [2]string{}, false)
		s.heard = append(s.heard, pair...)
		if answerIn(pair[0]).Members == nil || answerIn(pair[1]).Members == nil {
			s.starve(c, methods)
			break // waiting again would show no more
		}
	}
	return nil
}

// starve sends the two once more, and keeps which of them has no answer however long it is
// waited for while the other one has.
func (s *streams) starve(c *check, methods [2]string) {
	id := c.sideID()
	pair := c.atOnce(id, [2]*probe.Conn{c.conn, c.conn}, methods, [2]string{}, true)
	for i, one := range pair {
		if answerIn(one).Members == nil && one.Reply.Status < http.StatusBadRequest && answerIn(pair[1-i]).Members != nil {
			s.starved = methods[i]
		}
	}
}

// atOnce sends two requests with one id at the same time. patient waits for both answers, and not
// much longer than for the first.
func (c *check) atOnce(id string, conns [2]*probe.Conn, methods, params [2]string, patient bool) []*probe.Stream {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	answered := cancel
	if patient {
		answered = func() {}
	}
	var asking sync.WaitGroup
	pair := make([]*probe.Stream, 2)
	for i, conn := range conns {
		raw := conn.Message(methods[i], params[i], id)
		asking.Go(func() { pair[i] = askFor(ctx, answered, conn, raw, id) })
	}
	asking.Wait()
	return pair
}

// askFor waits for the answer to a request, and not much longer than for that to
// the other request with its id.
func askFor(ctx context.Context, answered func(), c *probe.Conn, raw []byte, id string) *probe.Stream {
	s := c.Post(raw, id)
	if s.Opened() {
		_ = s.AwaitAnswerUntil(ctx, c.Patience())
	}
	s.Cut()
	answered()
	return s
}

// refusesPings reports whether a ping alone is a method that the server does not know.
func (c *check) refusesPings() bool {
	answer, err := c.call(c.bench.Light(), "")
	return err == nil && answer.IsUnknownMethod()
}

func (s *streams) notCrossed(c *check) error {
	for i := 0; i < len(s.heard); i += 2 {
		one, two := s.heard[i], s.heard[i+1]
		ping, unknown := answerIn(one), answerIn(two)
		switch {
		case ping.IsUnknownMethod() && unknown.IsUnknownMethod() && c.refusesPings():
			return verdict.Because(pingCheck, "a ping alone is unknown, too")
		case ping.IsUnknownMethod() || probe.Page(ping)["tools"] != nil:
			return unless(false, ping, "the ping has the answer of the other request")
		case probe.Page(unknown) != nil && probe.Page(unknown)["tools"] == nil:
			return refused(false, unknown, "the other request has the answer of the ping")
		case ping.Members == nil && unknown.Members == nil && one.Opened() && two.Opened():
			return verdict.NotObserved("both event streams end before their answers")
		case ping.Members == nil && unknown.Members == nil:
			return fmt.Errorf("none of the two is answered: %w", probe.ErrSilent)
		}
	}
	return nil
}

// theTexts are what a tool is given at the same time.
var theTexts = [2]string{"one", "two"}

// sameIDTexts gives two texts to a tool that gives them back, with one id.
func (s *streams) sameIDTexts(c *check, where string) error {
	tool, err := c.bench.Repeater(c.conn)
	switch {
	case err != nil:
		return err
	case tool == nil:
		return verdict.NotObserved("no tool that may be called gives back the text that it is given")
	}
	conns := [2]*probe.Conn{c.conn, c.conn}
	if where == "two sessions" {
		if conns[1], err = c.bench.OwnSession(); err != nil {
			return err
		}
		defer c.bench.Rest(conns[1])
	}
	s.texts = nil
	for range sameIDRounds {
		id := c.sideID()
		conns[1].Use(id)
		pair := c.atOnce(id, conns, [2]string{"tools/call", "tools/call"}, [2]string{tool.Params(theTexts[0]), tool.Params(theTexts[1])}, where == "two sessions")
		for i, one := range pair {
			if text := tool.Text(answerIn(one)); text == theTexts[1-i] {
				s.texts = append(s.texts, fmt.Sprintf("the call with the text %q is answered with %s", theTexts[i], probe.Quote(answerIn(one).Raw)))
			}
		}
		if at := refusedOf(pair); at >= 0 && where == "two sessions" && c.refusesID(conns[at], id, tool.Params(theTexts[at])) {
			s.texts = append(s.texts, fmt.Sprintf("an id that another session has used is refused: %s", probe.Quote(answerIn(pair[at]).Raw)))
		}
	}
	return nil
}

// refusedOf is which of two requests is refused while the other one is served; -1 = none.
func refusedOf(pair []*probe.Stream) int {
	for i, one := range pair {
		if a := answerIn(one); a.Failure() != nil && a.Members["result"] == nil && answerIn(pair[1-i]).Members["result"] != nil {
			return i
		}
	}
	return -1
}

// refusesID reports whether a call is refused for its id alone: with another one it is served, and
// nothing else is under way.
func (c *check) refusesID(conn *probe.Conn, id, params string) bool {
	conn.Use(id)
	same, err := conn.Request(conn.Message("tools/call", params, id), id)
	if err != nil || same.Failure() == nil || same.Members["result"] != nil {
		return false
	}
	other, err := conn.Call("tools/call", params)
	return err == nil && other.Members["result"] != nil
}

func (s *streams) textsApart() error {
	if len(s.texts) == 0 {
		return nil
	}
	return errors.New(s.texts[0])
}

func (s *streams) noneRefused() error {
	if s.starved != "" {
		return fmt.Errorf("of two requests with one id that of %s is never answered", s.starved)
	}
	for _, one := range s.heard {
		answer := answerIn(one)
		if failure := answer.Failure(); failure != nil && !answer.IsUnknownMethod() {
			return unless(false, answer, "one of the two is refused")
		}
	}
	return nil
}
