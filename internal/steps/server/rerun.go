package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// rerun is what the messages of the whole run explain: where a rule is broken that another check
// judges them by, what some checks find is due to that.
type rerun struct {
	checks    []string
	rule      probe.Rule
	see, text string
}

var reruns = []rerun{
	{ofAnswers, probe.AnsweredByID, idCheck, "there is a request whose client has the answers to others, too"},
	{ofOneAnswer, probe.AnsweredByID, idCheck, "there is a request that is answered twice, or under another id"},
	{[]string{shapeCheck}, probe.InUTF8, textCheck, "messages are not UTF-8, or begin with a byte order mark"},
	{[]string{objectCheck}, probe.InUTF8, textCheck, "messages are not UTF-8, or begin with a byte order mark"},
	{[]string{shapeCheck}, probe.EventsEnded, eventsCheck, "event streams end without an empty line after their last event"},
	{[]string{"PROG-03"}, probe.NoAnswerOnGet, placeCheck, "there is an answer that came on a GET stream"},
	{ofAllResults, probe.AnsweredByID, idCheck, "there is a request that is answered twice, or under another id, so that results are taken for those of others"},
	{[]string{"M-CACHE-01"}, probe.ResultTyped, "M-BASE-16", "results have no resultType, so that none is known to be complete"},
	{[]string{"M-LOG-07"}, probe.LogWanted, "M-LOG-04", "log messages come for requests that want none, too"},
	{[]string{"M-SUB-08"}, probe.TypeWanted, "M-SUB-02", "there are subscriptions that are told of what they have not asked for"},
	{[]string{"LIFE-17", "HL-09", "HL-16", "HL-18"}, probe.NoAnswerOnGet, placeCheck, "there is an answer that came on a GET stream"},
	{[]string{"LIFE-17"}, probe.OwnRequestIDs, "BASE-15", "its requests have ids that others of them have had"},
	{[]string{"BASE-04"}, probe.OwnRequestIDs, "BASE-15", "its requests have ids that cannot be answered, or that others of them have had"},
	{[]string{"HL-37"}, probe.OwnMessages, "HL-11", "there is an answer that came on the stream of another request"},
	{[]string{"BASE-15", "SUB-08", "HL-20"}, probe.OneStream, streamCheck, "there is a message that came on two streams"},
	{[]string{"CAN-02"}, probe.Accepted, acceptCheck, "notifications are not answered with 202 and no body"},
	{ofContents, probe.ReadFormed, "RES-07", "what is read of resources is malformed"},
	{ofContents, probe.ContentEncoded, "RES-03", "contents are neither text nor base64"},
	{ofChangedLists, probe.ChangesDeclared, listsCheck, "changes are told of that are not declared"},
	{ofChangedLists, probe.ListsRead, listsCheck, "pages of resources or prompts are no lists of objects"},
	{ofChangedLists, probe.ToolsRead, toolsCheck, "pages of tools are no lists of objects"},
	{ofChangedLists, probe.ToolsFormed, "TOOL-09", "tools are malformed"},
	{ofChangedLists, probe.ResourcesFormed, templateCheck, "resources are malformed"},
	{ofChangedLists, probe.PromptsFormed, "PRM-02", "prompts are malformed"},
	{[]string{"PROG-02"}, probe.Ended, "PROG-03", "progress comes for requests that were answered, and seems to be that of others"},
	{[]string{"HL-38"}, probe.OneStream, streamCheck, "there is a message that came on two streams"},
}

// ofAnswers are checks of whose answer it is, and of what is in it.
var ofAnswers = []string{placeCheck, "TOOL-10"}

// ofContents are checks of what is read of resources before and after something, and ofChangedLists
// those of lists: what is malformed now and then is another each time.
var (
	ofContents     = []string{"SUB-09", "RES-08"}
	ofChangedLists = []string{"SUB-07", "SUB-08", "PAG-02", "LIFE-11", "LIFE-12", "RES-05"}
)

// ofRun is the error of a finding that the messages of the whole run explain, or nil.
func (w *World) ofRun(err error) error {
	if w.is("PROG-01") && strings.Contains(err.Error(), "which no request there has given") {
		return verdict.Broke(err, tokening)
	}
	for _, r := range reruns {
		if slices.ContainsFunc(r.checks, w.is) && !w.is(r.see) && w.bench.Found(r.rule) {
			return verdict.Because(r.see, "%s; %s", r.text, err)
		}
	}
	return nil
}

// ofPlain is the error of a finding that a plain message explains, or nil.
func (w *World) ofPlain(on *frameError, err error) error {
	switch {
	case w.is("CAN-01") && on != nil && on.frame.Failure() != nil && strings.HasPrefix(on.frame.ID(), `"`) && w.refusesTexts():
		return verdict.Because(idCheck, "a ping whose id is a text is refused, too; %s", err)
	case w.is("CAN-06") && on != nil && on.frame.Failure() != nil && strings.HasPrefix(on.frame.ID(), `"`):
		return verdict.Because("CAN-02", "the answer is an error that has the id of the cancellation; %s", err)
	case w.is("HL-11") && on != nil && on.frame.IsResponse() && w.conn != nil && w.conn.Stray(on.frame):
		return verdict.Because(idCheck, "its id is that of no request; %s", err)
	case slices.ContainsFunc(ofOrder, w.is) && w.pingsTwice():
		return verdict.Because(idCheck, "a plain ping is answered twice, too; %s", err)
	case w.is("LOG-02") && !w.bench.IsModern() && on != nil && on.frame.IsUnknownMethod() && w.setsLevel().unknown:
		return verdict.Because(w.servesCheck("logging"), "logging is declared, and logging/setLevel is unknown; %s", err)
	case slices.ContainsFunc(ofLevels, w.is) && w.bench.Found(probe.Shaped) && w.setsLevel().shapeless:
		return verdict.Because(shapeCheck, "logging/setLevel is answered with neither a result nor an error; %s", err)
	case w.bench.IsModern() && w.conn != nil && w.conn.Process == nil && !w.is(headerCheck) && w.refusesInWords(err):
		return verdict.Because(headerCheck, "another Mcp-Method is refused with these words, too, and no error of JSON-RPC; %s", err)
	case slices.ContainsFunc(ofResults, w.is) && w.mixesCalls():
		return verdict.Because(idCheck, "calls at the same time get each other's results; %s", err)
	case slices.ContainsFunc(ofRevisions, w.is) && w.isLost(err) && w.ignoresRevisions():
		return verdict.Because("LIFE-03", "initialize for a revision of nobody is not answered; %s", err)
	case w.is("STDIO-13") && strings.HasPrefix(err.Error(), staysAlive) && w.outlivesInput(): // and is not busy
		return verdict.Because(w.ownID("STDIO-11"), "a process whose standard input ends does not exit within %s either; %s", exitWait, err)
	case slices.ContainsFunc(ofMembers, w.is) && w.admits():
		return verdict.Because("AUTH-01", "a request without a token is answered with HTTP 200; %s", err)
	}
	return nil
}

// servesCheck is the check that tells that a capability is declared and not served.
func (w *World) servesCheck(capability string) string {
	if w.bench.First().DeclaresEmpty(capability) {
		return "LIFE-14"
	}
	return listsCheck
}

// ofUse is the error of a check that what was seen while the server was used explains, or nil.
func (w *World) ofUse() error {
	switch {
	case w.is("HL-16"), w.is("STDIO-15"):
		if s, none := w.bench.Survey(); none == nil {
			return late(s, w.bench)
		}
	case w.is("COMP-02"):
		all, none := w.bench.Browse()
		if none != nil {
			return nil
		}
		if wrong := completionForms(all, w.bench); wrong != nil && verdict.Of(wrong) == "" {
			return verdict.Because("COMP-04", "%s", wrong)
		}
	}
	return nil
}

// ofAllResults are checks of all results of a run, each by the method of its request.
var ofAllResults = []string{"M-CACHE-01", "M-CACHE-02", "M-MRTR-01"}

// ofOneAnswer are checks of answers that come once.
var ofOneAnswer = []string{"HL-16"}

// ofReading are checks of lists that others have read before in the session.
var ofReading = []string{"PAG-03", "LIFE-11", "SUB-07", "SUB-08"}

// ofPages are checks of what the pages of a list hold together.
var ofPages = []string{"PAG-03", "PAG-04", "LIFE-11", "SUB-07", "SUB-08"}

// turnsPages reports whether the cursor of a first page leads to another page now and then.
func (w *World) turnsPages() bool {
	return learn(&w.turning, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		for _, list := range c.Promised() {
			seconds := &probe.Listing{List: list}
			for range turnedTimes {
				l := &probe.Listing{List: list}
				next, err := l.Page(c, nil)
				if err != nil || next == nil {
					break
				}
				if _, err := l.Page(c, next); err != nil || l.Spent != nil {
					break
				}
				seconds.Pages = append(seconds.Pages, l.Pages[1])
				if n := len(seconds.Pages); n > 1 {
					pair := &probe.Listing{List: list, Pages: seconds.Pages[n-2:]}
					*found = *found || samePage(pair, w.bench.IsModern()) != nil
				}
			}
		}
		return nil
	})
}

// turnedTimes is how often a list is read up to its second page.
const turnedTimes = 4

// passesOverCursors reports whether the cursor of a first page leads to that page again.
func (w *World) passesOverCursors() bool {
	return learn(&w.cursorless, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		for _, list := range c.Promised() {
			l := &probe.Listing{List: list}
			next, err := l.Page(c, nil)
			if err != nil || next == nil {
				continue
			}
			again, err := l.Page(c, next)
			*found = *found || err == nil && string(again) == string(next) && samePage(l, w.bench.IsModern()) == nil
		}
		return nil
	})
}

// listOfRefusal is the list of what does not exist, by the check of it: where that is unknown, too,
// all of its capability is.
var listOfRefusal = map[string]string{"TOOL-03": "tools/list", "RES-01": "resources/list", "M-TOOL-03": "tools/list", "M-RES-01": "resources/list", "PRM-01": "prompts/list", "M-PRM-01": "prompts/list"}

// usesCursorsUp reports whether a list of several pages is another when it is read once more.
func (w *World) usesCursorsUp() bool {
	return learn(&w.usedUp, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		for _, l := range c.Promised() {
			first, again := probe.Listing{List: l}, probe.Listing{List: l}
			if err := first.Read(c); err != nil || first.Endless != nil || len(first.Pages) < 2 {
				continue
			}
			err := again.Read(c)
			before, _ := first.Items()
			after, _ := again.Items()
			*found = *found || err != nil || again.Endless != nil || len(after) < len(before)
		}
		return nil
	})
}

// ofLevels are checks of what a server logs once it was told from which level on.
var ofLevels = []string{"LIFE-14", "LOG-01", "LOG-03", "LOG-06", "LOG-08"}

// ofMembers are checks of the members that every message has.
var ofMembers = []string{"BASE-03", "BASE-06"}

// admits reports whether a request without a token is answered with success, and is not served:
// with that, what is in the body is no response.
func (w *World) admits() bool {
	c, err := w.bench.Challenge()
	return err == nil && !c.Unguarded && c.Reply.Status/100 == 2
}

// refusesInWords reports whether an error names the body that requests with a wrong header are
// refused with, which is no message.
func (w *World) refusesInWords(err error) bool {
	words := learn(&w.words, w.bench.Aside, func(c *probe.Conn, found *string) error {
		another := "mcpsim/another"
		c.Edits = map[string]*string{"Mcp-Method": &another}
		_, err := c.Call(w.bench.Light(), "")
		if err != nil && c.Reply != nil && c.Reply.Status >= http.StatusBadRequest && !probe.ParseFrame(c.Reply.Body).IsMessage() {
			*found = string(c.Reply.Body)
		}
		return err
	})
	return words != "" && strings.Contains(err.Error(), probe.Quote([]byte(words)))
}

// refusesTexts reports whether a ping whose id is a text is refused.
func (w *World) refusesTexts() bool {
	return learn(&w.textless, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		answer, err := c.Request(c.Message(w.bench.Light(), "", `"mcpsim-text"`), `"mcpsim-text"`)
		*found = err == nil && answer.Failure() != nil
		return err
	})
}

// ofRevisions are checks that ask for revisions that a server need not know, or for none.
var ofRevisions = []string{"LIFE-02", "LIFE-04", "LIFE-05", "BASE-29"}

// ofAccepted are checks of what comes of a revision that a server accepts.
var ofAccepted = []string{"BASE-12", "LIFE-18", "LIFE-23"}

// echoesRevisions reports whether a revision is accepted that there is not: what else is accepted
// says nothing of what is spoken.
func (w *World) echoesRevisions() bool {
	return learn(&w.echoes, w.bench.Beside, func(c *probe.Conn, found *bool) error {
		_, err := c.InitializeFor(noRevision)
		*found = err == nil && c.Revision == noRevision
		return err
	})
}

// ignoresRevisions reports whether initialize for a revision that there is not has no answer.
func (w *World) ignoresRevisions() bool {
	return learn(&w.mute, w.bench.Beside, func(c *probe.Conn, found *bool) error {
		_, err := c.Call("initialize", probe.InitializeParams("1999-01-01"))
		*found = probe.IsLost(err) || probe.IsBroken(err)
		return err
	})
}

// besideProcess looks at a session of a process of its own, which it opens; over HTTP at none.
func (w *World) besideProcess(look func(*probe.Conn) error) error {
	return w.bench.Beside(func(c *probe.Conn) error {
		if c.Process == nil {
			return nil
		}
		if err := c.Handshake(""); err != nil {
			return err
		}
		return look(c)
	})
}

// ofStart are checks that ask for lists in sessions which have just begun.
var ofStart = []string{"LIFE-18", "PAG-01"}

// isUnready reports whether a process lists more tools a while after the handshake than at once.
func (w *World) isUnready() bool {
	return learn(&w.unready, w.besideProcess, func(c *probe.Conn, found *bool) error {
		first, err := c.ListAll("tools/list")
		if err != nil {
			return err
		}
		if err := w.bench.Sleep(settling); err != nil {
			return err
		}
		later, err := c.ListAll("tools/list")
		*found = err == nil && len(later) > len(first)
		return err
	})
}

// ofOneStream are checks of event streams, which ask for progress where they need one.
var ofOneStream = []string{"HL-09", "HL-13", "HL-16"}

// hushed reports whether the request that is answered with an event stream has an answer without a
// progress token alone.
func (w *World) hushed() bool {
	method, params := w.bench.Streamed()
	if method == "" {
		return false
	}
	return learn(&w.hushes, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		if _, err := c.Call(method, probe.WithToken(params, "")); err != nil {
			return err
		}
		_, err := c.Call(method, probe.WithToken(params, `"mcpsim-hushed"`))
		*found = probe.IsLost(err)
		return err
	})
}

// outlivesInput reports whether a process of a session in which all was answered does not exit when
// its standard input ends.
func (w *World) outlivesInput() bool {
	return learn(&w.outlives, w.besideProcess, func(c *probe.Conn, found *bool) error {
		c.Process.CloseStdin()
		*found = !c.Process.Exited(exitWait)
		return nil
	})
}

// ofOrder are checks of what comes after a message, to which a second answer to an earlier ping is
// too much.
var ofOrder = []string{"BASE-09", "CAN-02", "STDIO-08"}

// pingsTwice reports whether a plain ping has two answers.
func (w *World) pingsTwice() bool {
	return learn(&w.doubles, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		answer, err := c.Call(w.bench.Light(), "")
		if err == nil {
			_, err = c.Call(w.bench.Light(), "")
		}
		*found = err == nil && probe.CountAnswers(c.From(0), answer.ID()) > 1
		return err
	})
}

// setsLevel finds out whether the method is unknown, or what it is answered with is no response.
func (w *World) setsLevel() levelling {
	return learn(&w.levelling, w.bench.Aside, func(c *probe.Conn, found *levelling) error {
		answer, err := c.Call("logging/setLevel", `{"level":"info"}`)
		found.unknown = err == nil && answer.IsUnknownMethod()
		found.shapeless = err != nil || answer.CheckShape() != nil
		return err
	})
}
