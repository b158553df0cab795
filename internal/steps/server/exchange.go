package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func exchangeSteps() []gherkin.Step {
	return gherkin.Noun("http exchange", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server gives session ids`, Manual: "not testable if it gives none", Func: givesIDs},
		{Keyword: gherkin.Given, Pattern: `the session has been deleted`, Manual: "not testable if DELETE is refused", Func: deleted},
		{Keyword: gherkin.Given, Pattern: `the header "([^"]+)" is "([^"]*)"`, Manual: "on all that is sent from now on",
			Example: `the header "Origin" is "http://evil.example"`, Func: (*check).header},
		{Keyword: gherkin.Given, Pattern: `the header "([^"]+)" is left out`, Manual: "from all that is sent from now on",
			Example: `the header "Mcp-Session-Id" is left out`, Func: (*check).headerOut},
		{Keyword: gherkin.Given, Pattern: `the session id has other characters at its end`, Manual: "on all that is sent from now on: the last four letters and digits are the next ones of their kind", Func: (*check).nextID},
		{Keyword: gherkin.When, Pattern: `(GET|DELETE) is sent`, Manual: "to the endpoint", Example: "GET is sent", Func: (*check).verb},
		{Keyword: gherkin.Then, Pattern: `the status is ([0-9x]+(?:(?:, | or )[0-9x]+)*)`, Manual: "one of these; 2xx is any success",
			Example: "the status is 202 or 204", Func: status},
		{Keyword: gherkin.Then, Pattern: `the foreign origin is refused`,
			Manual: "with 403 from 2025-11-25 on, with any 4xx before; GET and DELETE also as without it, if they are not served at all", Func: (*check).originRefused},
		{Keyword: gherkin.Then, Pattern: `the status is 400 where an id is required`, Manual: "not observed if the request succeeds: then none is", Func: (*check).badRequest},
		{Keyword: gherkin.Then, Pattern: `the body is empty`, Manual: "of the answer", Func: noBody},
		{Keyword: gherkin.Then, Pattern: `the content type is ([a-z/-]+(?: or [a-z/-]+)*)`, Manual: "one of these, whatever its parameters",
			Example: "the content type is application/json or text/event-stream", Func: contentType},
		{Keyword: gherkin.Then, Pattern: `the answer is an event stream or the status is 405`, Manual: "what a GET may be answered with", Func: streamOr405},
		{Keyword: gherkin.Then, Pattern: `a session that was not to be ended goes on`, Manual: "a ping in it is served; not testable if DELETE was not answered with 405", Func: (*check).goesOn},
		{Keyword: gherkin.Then, Pattern: `the session id is visible ASCII`, Manual: "0x21 to 0x7E", Func: visibleID},
		{Keyword: gherkin.Then, Pattern: `the session id is not "([^"]+)"`, Manual: "the server gives another, or none",
			Example: `the session id is not "mcpsim-no-such-session"`, Func: otherID},
		{Keyword: gherkin.Then, Pattern: `(\d+) sessions get different ids of at least (\d+) characters`, Manual: "opened one after the other",
			Example: "10 sessions get different ids of at least 16 characters", Func: (*check).differentIDs},
	})
}

func givesIDs(c *probe.Conn) error {
	return verdict.NotTestableIf(c.Session == "", "the server gives no session ids")
}

func deleted(c *probe.Conn) error {
	if err := ownSession(c); err != nil {
		return err
	}
	if status := c.Exchange(http.MethodDelete).Status; status/100 != 2 {
		return verdict.NotTestable("DELETE is answered with %d: sessions cannot be ended", status)
	}
	return nil
}

// goesOn sends a ping in a session that DELETE was refused for.
func (c *check) goesOn(r *probe.Reply) error {
	if r.Status != http.StatusMethodNotAllowed {
		return verdict.NotTestable("DELETE is answered with %d, not with 405", r.Status)
	}
	if _, err := c.call(c.bench.Light(), ""); err != nil {
		return fmt.Errorf("DELETE is answered with 405, and the session is not served any more: %w", err)
	}
	if now := c.conn.Reply; now != nil && now.Status >= http.StatusBadRequest {
		return &statusError{now.Status, fmt.Sprintf("DELETE is answered with 405, and then a ping in the session with %d; %s", now.Status, holds(now))}
	}
	return nil
}

// ownSession fails if other checks have the same session, which must not be ended then.
func ownSession(c *probe.Conn) error {
	if c.Shared() {
		return verdict.Because(idsCheck, "the server has given the session id %q before: to end this session would end others", c.Session)
	}
	return nil
}

func (c *check) header(name, value string) error {
	c.edits[http.CanonicalHeaderKey(name)] = &value
	return nil
}

// nextID sends an id that is none of the server's, and has the form of one.
func (c *check) nextID() error {
	id, changed := []byte(c.conn.Session), 0
	for i := len(id) - 1; i >= 0 && changed < 4; i-- {
		if next := strings.IndexByte(followers, id[i]); next >= 0 {
			id[i] = followers[next+1]
			changed++
		}
	}
	return c.header("Mcp-Session-Id", string(id))
}

// followers has the next one of its kind behind each digit and letter, those of hexadecimal numbers
// among themselves.
const followers = "01234567890" + "abcdefa" + "ABCDEFA" + "ghijklmnopqrstuvwxyzg" + "GHIJKLMNOPQRSTUVWXYZG"

func (c *check) headerOut(name string) error {
	c.edits[http.CanonicalHeaderKey(name)] = nil
	return nil
}

func (c *check) verb(verb string) error {
	if verb == http.MethodDelete {
		if err := ownSession(c.conn); err != nil {
			return err
		}
	}
	c.sent = c.conn.Size()
	c.verbSent = verb
	c.conn.Exchange(verb)
	return nil
}

func status(r *probe.Reply, wanted string) error {
	for _, want := range strings.FieldsFunc(strings.ReplaceAll(wanted, " or ", ","), func(c rune) bool { return c == ',' || c == ' ' }) {
		if got := strconv.Itoa(r.Status); got == want || strings.HasSuffix(want, "xx") && got[0] == want[0] {
			return nil
		}
	}
	return &statusError{r.Status, fmt.Sprintf("the status is %d, want %s; %s", r.Status, wanted, holds(r))}
}

// holds tells what an answer holds.
func holds(r *probe.Reply) string {
	switch {
	case !r.IsStream():
		return "the body is " + r.Text()
	case len(r.Events) == 0:
		return "an event stream begins"
	}
	return "the event stream says " + probe.Quote(r.Events[len(r.Events)-1].Data)
}

// statusError is a finding about the status of an HTTP answer.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return e.text }

func (c *check) badRequest(r *probe.Reply) error {
	if r.Status != http.StatusOK {
		return status(r, "400")
	}
	if c.answer.Failure() != nil {
		delete(c.edits, "Mcp-Session-Id")
		if with, err := c.call("ping", ""); err == nil && with.Failure() == nil {
			return &statusError{r.Status, "without the id it is refused with HTTP 200: " + probe.Quote(c.answer.Raw)}
		}
	}
	return verdict.NotObserved("the server requires no session id")
}

func (c *check) originRefused(r *probe.Reply) error {
	if err := c.bench.Ready(); err != nil {
		return err // it may refuse everything
	}
	wanted := "403"
	if c.conn.Revision < "2025-11-25" {
		wanted = "4xx"
	}
	err := status(r, wanted)
	if err == nil || c.verbSent == "" || r.Status/100 != 4 {
		return err
	}
	delete(c.edits, "Origin")
	if c.conn.Exchange(c.verbSent).Status == r.Status {
		return nil // it is the verb that is refused
	}
	return err
}

func contentType(r *probe.Reply, wanted string) error {
	if r.Status >= http.StatusBadRequest && len(r.Body) == 0 {
		return verdict.NotObserved("it is refused without a body, which is the business of another check")
	}
	if slices.Contains(strings.Split(wanted, " or "), r.ContentType) {
		return nil
	}
	text := fmt.Sprintf("the content type is %q (HTTP %d)", r.Header.Get("Content-Type"), r.Status)
	if r.Status != http.StatusOK { // which may be why
		return &statusError{r.Status, text}
	}
	return errors.New(text)
}

func streamOr405(r *probe.Reply) error {
	if r.Status != http.StatusMethodNotAllowed && (r.Status != http.StatusOK || !r.IsStream()) {
		return &statusError{r.Status, fmt.Sprintf("it is answered with HTTP %d and the content type %q", r.Status, r.Header.Get("Content-Type"))}
	}
	return nil
}

func visibleID(c *probe.Conn) error {
	for _, b := range []byte(c.Session) {
		if b < 0x21 || b > 0x7E {
			return fmt.Errorf("the session id is %q", c.Session)
		}
	}
	return nil
}

func otherID(c *probe.Conn, id string) error {
	return verdict.FailedIf(c.Session == id, "the server takes the id %q over from its client", id)
}

func (c *check) differentIDs(n, length int) error {
	seen := map[string]bool{}
	var ids []string
	for range n {
		if err := c.freshSession(); err != nil {
			return err
		}
		id := c.conn.Session
		switch {
		case seen[id]:
			return fmt.Errorf("two sessions have the id %q", id)
		case len(id) < length:
			return fmt.Errorf("the session id %q has %d characters", id, len(id))
		}
		seen[id] = true
		ids = append(ids, id)
	}
	if timed(ids, c.bench.Target.Clock.Now()) {
		return fmt.Errorf("the session ids are times: %q", ids[:2])
	}
	return verdict.FailedIf(counted(ids), "the session ids count: %q", ids[:2])
}

// timeWithin is how wrong the clock of a server may be.
const timeWithin = 100 * 24 * time.Hour

// timed reports whether each id is, behind what all begin with, the time at which it was made.
func timed(ids []string, now time.Time) bool {
	behind := strings.LastIndexFunc(ids[0], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) + 1
	return !slices.ContainsFunc(ids, func(id string) bool {
		rest, same := strings.CutPrefix(id, ids[0][:behind])
		return !same || !isTime(rest, 10, now) && !isTime(rest, 16, now)
	})
}

// isTime reports whether a number is about now, in seconds or a part of them.
func isTime(number string, base int, now time.Time) bool {
	n, err := strconv.ParseInt(number, base, 64)
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond, time.Nanosecond} {
		away := now.UnixNano()/int64(unit) - n
		if err == nil && max(away, -away) < int64(timeWithin/unit) {
			return true
		}
	}
	return false
}

// countedBy is the largest step from one id to the next that is taken for counting.
const countedBy = 1000

// counted reports whether each id is the one before it and a few more, read as a
// hexadecimal number after what both begin with.
func counted(ids []string) bool {
	for i := 1; i < len(ids); i++ {
		a, b := ids[i-1], ids[i]
		if len(a) != len(b) {
			return false
		}
		same := 0
		for same < len(a) && a[same] == b[same] {
			same++
		}
		before, err1 := strconv.ParseUint(a[same:], 16, 64)
		after, err2 := strconv.ParseUint(b[same:], 16, 64)
		if err1 != nil || err2 != nil || after < before || after-before > countedBy {
			return false
		}
	}
	return len(ids) > 1
}
