package server

import (
	"errors"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// oldCodes are those of earlier revisions, which are used no more.
var oldCodes = []string{"-32002", "-32042"}

// isOfAll reports whether an answer refuses a request as all lists are refused.
func (w *World) isOfAll(f probe.Frame) bool {
	failure := f.Failure()
	return failure != nil && failure.Code != "" && failure.Code == w.listRefusal()
}

// listRefusal is the code that a server refuses all with that it declares to list, unknown
// methods included: it refuses whatever it is asked. "" = it does not.
func (w *World) listRefusal() string {
	if w.bench.Listed() || slices.ContainsFunc(ofMemory, w.is) {
		return "" // what is refused now is because of something that a check has done
	}
	return learn(&w.refuses, w.bench.Aside, func(c *probe.Conn, found *string) error {
		code := ""
		for _, l := range append(probe.Lists(), probe.List{Method: "x/unknown"}) {
			if l.Capability != "" && !c.Declares(l.Capability) {
				continue
			}
			answer, err := c.Call(l.Method, "")
			if err != nil || answer.Failure() == nil || code != "" && code != answer.Failure().Code {
				return err
			}
			code = answer.Failure().Code
		}
		if code != "-32601" {
			*found = code
		}
		return nil
	})
}

// ignoresHeaders reports whether a request is served whose headers say another method and
// another version than its body does, behind one whose headers were right: no header is
// compared with anything, or only those of the first request of a connection.
func (w *World) ignoresHeaders() bool {
	return learn(&w.headerless, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		if _, err := c.Call(w.bench.Light(), ""); err != nil {
			return err
		}
		another, old := "mcpsim/another", "2025-11-25"
		c.Edits = map[string]*string{"Mcp-Method": &another, "Mcp-Protocol-Version": &old}
		answer, err := c.Call(w.bench.Light(), "")
		*found = err == nil && answer.Members["result"] != nil
		return err
	})
}

// diesOfGarbage names the line behind which a process answers nothing any more, of those that
// [garbageCheck] sends; "" = it goes on.
func (w *World) diesOfGarbage() string {
	switch {
	case w.diesOf(&w.dies, `{"jsonrpc":`):
		return "a line that is half an object"
	case w.diesOf(&w.emptied, `[]`):
		return "an array of nothing"
	}
	return ""
}

// diesOf reports whether a process that has read a line answers nothing any more.
func (w *World) diesOf(known **bool, line string) bool {
	return learn(known, w.bench.Beside, func(c *probe.Conn, found *bool) error {
		if c.Process == nil {
			return nil
		}
		if err := c.Handshake(""); err != nil {
			return err
		}
		*found = w.endsBehind(c, line)
		return nil
	})
}

// endsBehind reports whether a ping has no answer behind a line: the first, or one a moment
// later, as a process may answer what has come with the line, and end then.
func (w *World) endsBehind(c *probe.Conn, line string) bool {
	if _, err := c.Call(w.bench.Light(), ""); err != nil {
		return false // nothing is answered before it either
	}
	err := c.Send([]byte(line))
	if err == nil {
		_, err = c.Call(w.bench.Light(), "")
	}
	if err == nil {
		err = w.bench.Sleep(apart)
	}
	if err == nil {
		_, err = c.Call(w.bench.Light(), "")
	}
	return probe.IsLost(err) || probe.IsBroken(err)
}

// diesOfResponses reports whether a session that has read a response which belongs to no request
// answers nothing any more.
func (w *World) diesOfResponses() bool {
	return learn(&w.chokes, w.bench.Beside, func(c *probe.Conn, found *bool) error {
		if err := c.Handshake(""); err != nil {
			return err
		}
		*found = w.endsBehind(c, `{"jsonrpc":"2.0","id":"mcpsim-nobody-asked","result":{}}`)
		return nil
	})
}

// shutOut is the error of a step if the server has refused the request with an HTTP status that
// it refuses every ping with, in the session that it has just opened: clients can do nothing
// there, and one check says so, that of notifications if the one that ends the handshake is
// refused, too. Else nil.
func (w *World) shutOut(err error) error {
	c, teller := w.conn, pingCheck
	if w.bench.Found(probe.Accepted) {
		teller = acceptCheck
	}
	if w.bench.IsModern() || w.is(teller) || w.is("LIFE-01") || c == nil || c.Reply == nil || c.Process != nil || len(c.Edits) > 0 {
		return nil
	}
	if c.Reply.Status < http.StatusBadRequest || c.Reply.Status != w.statusOf(pingCheck, sendPing) {
		return nil
	}
	return verdict.Because(teller, "a plain ping is answered with HTTP %d, too; %s", c.Reply.Status, err)
}

// pingsUntyped reports whether pings have a status that goes with no answer, such as 204.
func (w *World) pingsUntyped() bool {
	status := w.statusOf(pingCheck, sendPing)
	return status != http.StatusOK && status/100 == 2
}

// ofFailures notes which check tells of a status of 5xx first, and refers to it where the
// mistakes of the whole run are judged.
func (w *World) ofFailures(err, found error) error {
	of, is := errors.AsType[*statusError](err)
	teller := w.bench.Failing()
	switch {
	case verdict.Of(found) != "" || verdict.See(found) != "":
	case w.is(ownFaultCheck) && w.conn == nil && teller != "":
		return verdict.Because(teller, "%s", err)
	case !w.is(ownFaultCheck) && is && of.status >= http.StatusInternalServerError:
		w.bench.Fails(w.ids[0])
	}
	return found
}
