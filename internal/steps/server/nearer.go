package server

import (
	"cmp"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// nearer is the error of a finding if what is refused by the way explains it: all metadata, all
// requests without params, or all methods that are unknown. Another check tells that. Else nil.
func (w *World) nearer(err error) error {
	if w.bench.IsModern() && (w.is("M-HM-04") && last(w.bench.SentInCheck()) == "x/unknown" || w.is("M-DISC-10")) && w.knowsInWords() {
		return verdict.Because(methodCheck, "an unknown method is answered with an HTTP error whose body is no message; %s", err)
	}
	if none := w.listensToNone(err); none != nil {
		return none
	}
	if w.bench.IsModern() && w.is("M-HM-08") && w.err == nil && w.isOfUnknown(w.answer) {
		return verdict.Because(methodCheck, "an unknown method is refused with another error than -32601; %s", err)
	}
	if w.bench.IsModern() && w.is("M-HM-08") && w.refused() && w.answer.Failure().Code != "-32601" && probe.IsRemoved(last(w.bench.SentInCheck())) {
		return verdict.Because("M-DISC-11", "a method of earlier revisions is refused with another error than -32601; %s", err)
	}
	if w.bench.IsModern() && w.is("M-SUB-05") && w.endsSubscriptions() {
		return verdict.Because("M-SUB-06", "a subscription that is alone ends by itself, too; %s", err)
	}
	if slices.ContainsFunc(ofAccepted, w.is) && w.echoesRevisions() {
		return verdict.Because("LIFE-03", "initialize for a revision of nobody is accepted, too; %s", err)
	}
	on, found := errors.AsType[*frameError](err)
	if !found || on.frame.Failure() == nil {
		return nil
	}
	code := on.frame.Failure().Code
	switch {
	case slices.ContainsFunc(ofEncoding, w.is) && code == "-32020" && w.namesUndecoded():
		return verdict.Because("M-HM-11", "an encoded Mcp-Name is refused as a mismatch, too; %s", err)
	case w.bench.IsModern() && w.is("M-HL-37") && w.isOfUnknown(on.frame):
		return verdict.Because(methodCheck, "an unknown method is refused with error %s alone, too; %s", code, err)
	case w.bench.IsModern() || code == "":
	case w.is(listsCheck) && code == w.metaRefusal():
		return verdict.Because(pingCheck, "a ping with metadata is refused with error %s, too; %s", code, err)
	case w.is(methodCheck) && code == w.paramless():
		return verdict.Because(listsCheck, "a list that is asked for without params is refused with error %s, too; %s", code, err)
	}
	return nil
}

// listensToNone is the error of a finding about a subscription if not even a plain one is
// acknowledged, else nil.
func (w *World) listensToNone(err error) error {
	how := plainlyListened[w.ids[0]]
	if w.is("M-SUB-01") || !slices.Contains(w.bench.SentInCheck(), "subscriptions/listen") || how == "" && !w.isLost(err) {
		return nil
	}
	if w.unacked == nil && slices.ContainsFunc(ofListeners, w.is) || !w.acknowledgesNone() {
		return nil
	}
	return verdict.Because("M-SUB-01", "so it is %s; %s", cmp.Or(how, "of one that asks for nothing"), err)
}

// ofListeners are checks behind which a server may acknowledge none that it did before.
var ofListeners = []string{"M-SUB-15", "M-SUB-16"}

// plainlyListened says how a plain subscription differs from that of a check.
var plainlyListened = map[string]string{"M-HM-27": "without Last-Event-ID", firstCheck: "after another request"}

// ofEncoding are checks of values of headers that may be encoded.
var ofEncoding = []string{"M-HM-14", "M-HM-41"}

// namesUndecoded reports whether the name of a tool is refused as a mismatch of headers once it is
// encoded, and not as it is.
func (w *World) namesUndecoded() bool {
	return learn(&w.undecoded, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		plain, err := c.Call("tools/call", noTool)
		if err != nil || isMismatch(plain) {
			return err
		}
		name := "=?base64?" + base64.StdEncoding.EncodeToString([]byte(probe.NoSuchTool)) + "?="
		c.Edits = map[string]*string{"Mcp-Name": &name}
		encoded, err := c.Call("tools/call", noTool)
		*found = err == nil && isMismatch(encoded)
		return err
	})
}

// acknowledgesNone reports whether a plain subscription to nothing is not acknowledged either,
// after server/discover.
func (w *World) acknowledgesNone() bool {
	return learn(&w.unacked, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		if _, err := c.Call("server/discover", "{}"); err != nil {
			return err
		}
		s, err := c.Subscribe("{}", "")
		if err != nil {
			*found = probe.IsLost(err)
			return err
		}
		defer s.End() //nolint:errcheck // it may have ended
		ack, err := s.Acknowledged()
		*found = err != nil || !probe.IsAcknowledgement(ack)
		return nil
	})
}

// endsSubscriptions reports whether a subscription to nothing ends by itself, soon after it was
// acknowledged.
func (w *World) endsSubscriptions() bool {
	return learn(&w.ending, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		s, err := c.Subscribe("{}", "")
		if err != nil {
			return err
		}
		defer s.End() //nolint:errcheck // it may have ended
		if ack, err := s.Acknowledged(); err != nil || !probe.IsAcknowledgement(ack) {
			return err
		}
		err = w.bench.Sleep(promptly / 2)
		*found = s.Over()
		return err
	})
}

// knowsInWords reports whether an unknown method is answered with an HTTP error whose body is no
// message.
func (w *World) knowsInWords() bool {
	return learn(&w.wordy, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		_, err := c.Call("x/unknown", "")
		*found = c.Reply != nil && c.Reply.Status >= http.StatusBadRequest && !probe.ParseFrame(c.Reply.Body).IsMessage()
		return err
	})
}

// metaRefusal is the code that a ping is refused with for its metadata; "" = it is not.
func (w *World) metaRefusal() string {
	return learn(&w.metaless, w.bench.Aside, func(c *probe.Conn, found *string) error {
		return refusedOnly(c, found, "ping", `{"_meta":{"mcpsim.example/trace":"7"}}`, "")
	})
}

// paramless is the code that a list is refused with for the lack of params; "" = it is not.
func (w *World) paramless() string {
	list := w.bench.FirstList()
	if list == "" {
		return ""
	}
	return learn(&w.bareless, w.bench.Aside, func(c *probe.Conn, found *string) error {
		return refusedOnly(c, found, list, "", "{}")
	})
}

// refusedOnly finds the code of the error that a request is answered with, if with other params
// it has a result.
func refusedOnly(c *probe.Conn, found *string, method, params, others string) error {
	refused, err := c.Call(method, params)
	if err != nil || refused.Failure() == nil {
		return err
	}
	served, err := c.Call(method, others)
	if err == nil && served.Members["result"] != nil {
		*found = refused.Failure().Code
	}
	return err
}
