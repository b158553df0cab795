package server

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// The checks that tell what other checks build on.
const (
	sessionsCheck = "LIFE-20"   // sessions can be opened
	listsCheck    = "LIFE-13"   // declared lists are served
	toolsCheck    = "TOOL-01"   // tools can be read
	pingCheck     = "PING-01"   // pings are answered with a result
	idCheck       = "BASE-01"   // answers have the ids of their requests
	shapeCheck    = "BASE-03"   // a response is a result or an error
	garbageCheck  = "BASE-08"   // malformed JSON harms nobody
	responseCheck = "BASE-28"   // responses that belong to no request harm nobody
	ownFaultCheck = "HL-39"     // mistakes of clients are no failures of the server
	firstCheck    = "M-DISC-06" // any request may be the first one
	textCheck     = "BASE-14"   // everything is UTF-8
	idsCheck      = "HL-24"     // sessions have ids of their own
	streamCheck   = "HL-21"     // nothing is sent twice
	acceptCheck   = "HL-04"     // notifications are answered with 202
	eventsCheck   = "HL-35"     // events can be read
	templateCheck = "RES-06"    // resources and templates can be read
	placeCheck    = "HL-20"     // no answer comes on a GET stream that resumes none
	typeCheck     = "HL-07"     // an answer is JSON or an event stream
	objectCheck   = "HL-08"     // a JSON answer is one object
	unreadCheck   = "STDIO-10"  // its sessions are of a client that does not read standard error
	methodCheck   = "BASE-07"   // unknown methods are answered
	linesCheck    = "STDIO-01"  // lines are messages
	refusalCheck  = "HL-06"     // what is no message is refused with an HTTP error
	endedCheck    = "HL-26"     // requests of sessions that have ended are answered with 404
	eventIDCheck  = "HL-14"     // event ids are those of one event
	pathCheck     = "HL-01"     // GET is served where POST is
	burstCheck    = "STDIO-08"  // requests that come at once are all answered
	pieceCheck    = "STDIO-21"  // a message may come in pieces
	versionCheck  = "HL-31"     // requests without MCP-Protocol-Version are served
	getCheck      = "HL-19"     // GET is answered with an event stream or with 405
	leaveCheck    = "HL-28"     // DELETE is answered with success or with 405
	busyCheck     = "PING-02"   // a call that is running holds up no ping
	headerCheck   = "M-HM-09"   // requests with another Mcp-Method are refused with -32020
	cutCheck      = "M-HM-24"   // a call whose stream is closed harms no other
	unasked       = "notifications/x-unknown"
	cancellation  = "notifications/cancelled"
	noSuchTool    = "tools/call " + probe.NoSuchTool // where it has no answer, no call may have one
)

// modernIDs are the checks of the modern era that tell what others build on, where they are
// called otherwise than those of the legacy era but for the prefix.
var modernIDs = map[string]string{
	"PING-01": "M-DISC-01", "LIFE-01": "M-DISC-01", "LIFE-16": "M-DISC-01", "LIFE-20": "M-DISC-01", "LIFE-13": "M-DISC-09", "RES-07": "M-FORM-05", "PING-02": "M-BASE-29", "RES-06": "M-FORM-04", "TOOL-10": "M-FORM-06", "HL-08": "M-HM-04", "HL-39": "M-HM-48", "BASE-29": "M-BASE-39", "BASE-30": "M-BASE-40",
	"TOOL-09": "M-FORM-01", "PRM-02": "M-FORM-02", "PRM-03": "M-FORM-03", "COMP-04": "M-FORM-07", "SUB-09": "M-SUB-17",
}

// ofCapabilities are checks of what is served and said against what is declared.
var ofCapabilities = []string{"COMP-01", "COMP-03", "LIFE-13", "LIFE-14", "LOG-01", "RES-05", "SUB-07", "SUB-09", "M-SUB-03"}

// ofMethods are checks that send methods of other revisions, which are like any that nobody
// knows.
var ofMethods = []string{"M-DISC-11", "M-TASK-30"}

// ofErrorStatus are checks of the HTTP status that goes with one error each.
var ofErrorStatus = []string{"M-HM-07", "M-HM-08", "M-HM-28"}

// ofEvents are checks of what event streams carry, calls with a task among them, which cannot be
// read where events hold no whole messages.
var ofEvents = []string{"HL-09", "HL-11", "HL-12", "HL-13", "HL-16", "SUB-07", "SUB-09", "TASK-01", "TASK-06", "M-SUB-17"}

// ofGarbage are checks that send what is no JSON besides, or is no object.
var ofGarbage = []string{"BASE-09", "STDIO-07", "BASE-11", "BASE-12", "BASE-13"}

// ofMemory are checks of what a server remembers of what it has refused.
var ofMemory = []string{"M-DISC-05", "M-DISC-12", "LIFE-12", "LIFE-16"}

// ofText are checks of what comes back of a text that is not ASCII.
var ofText = []string{"PROG-04", "STDIO-02", "BASE-01", "STDIO-21"}

// ofResumption are checks of what comes after an event id.
var ofResumption = []string{"HL-15", "HL-16", "HL-17", "HL-18"}

// ofAdvice are checks of the code of an error that is no more than advised.
var ofAdvice = []string{"M-PRM-01", "M-PAG-01", "M-COMP-03", "M-TOOL-03", "M-LOG-02", "M-MRTR-11"}

// ofAcknowledgement are checks of subscriptions that begin as they have to.
var ofAcknowledgement = []string{"M-SUB-02", "M-SUB-03", "M-SUB-15", "M-SUB-16", "M-HM-27"}

// ofChanges are checks of what a subscription is told of.
var ofChanges = []string{"M-SUB-05", "M-SUB-07", "M-SUB-17"}

// ofNotice are checks of what comes of a notification that a client sends: of a cancellation, or
// of the one that ends the handshake.
var ofNotice = []string{"CAN-01", "SUB-07", "SUB-09"}

// acknowledgedSo reports whether a check of what is answered like a notification, a response, a
// batch of notifications, or a notification that is to be refused, has failed on a server that
// answers notifications wrongly, or a check of what comes of one.
func (w *World) acknowledgedSo() bool {
	if !w.bench.Found(probe.Accepted) || w.bench.IsModern() {
		return false
	}
	status := 0
	if w.conn != nil && w.conn.Reply != nil {
		status = w.conn.Reply.Status
	}
	switch {
	case w.is("HL-05"), w.is("BASE-12"):
		return status == 0 || status/100 == 2 || status == w.statusOf(acceptCheck, sendUnasked)
	case w.is(endedCheck), w.is("HL-25"), w.is("HL-30"):
		sent := last(w.bench.SentInCheck())
		return status/100 == 2 && strings.HasPrefix(sent, "notifications/")
	}
	return slices.ContainsFunc(ofNotice, w.is)
}

// streamed reports whether the last answer is an event stream.
func (w *World) streamed() bool {
	return w.conn != nil && w.conn.Process == nil && w.conn.Reply != nil && w.conn.Reply.IsStream()
}

// strays reports whether standard output has held what is no message.
func (w *World) strays() bool {
	err := w.bench.Strays()
	return err != nil && verdict.Of(err) == ""
}

// foundation is a message that many checks send besides what they are about, and the
// check whose business its plain form is.
type foundation struct {
	method, params string
	check          string
	succeeds       bool // only a result is an answer to it
}

// noTool calls a tool that there is not.
const noTool = `{"name":"mcpsim_no_such_tool","arguments":{}}`

// largePing is a ping whose line is longer than some readers of lines take.
const largePing = "ping of 64 KiB"

// ofCancelling cancels what is not running.
var ofCancelling = foundation{cancellation, `{"requestId":987654,"reason":"late"}`, "CAN-02", false}

// offered is a request for something that there is, and the check whose business it is where not
// even that is answered.
type offered struct {
	method, check string
	params        func(*probe.Bench) string // "" = there is nothing to ask for
}

var offers = []offered{
	{"resources/read", "RES-07", func(b *probe.Bench) string {
		return firstParams(b, func(all *probe.Browse) []probe.Visit { return all.Resources })
	}},
	{"prompts/get", "PRM-03", func(b *probe.Bench) string {
		return firstParams(b, func(all *probe.Browse) []probe.Visit { return all.Prompts })
	}},
	{"logging/setLevel", "LOG-08", func(*probe.Bench) string { return `{"level":"info"}` }},
}

func firstParams(b *probe.Bench, of func(*probe.Browse) []probe.Visit) string {
	all, err := b.Browse()
	if err != nil || len(of(all)) == 0 {
		return ""
	}
	return of(all)[0].Params
}

var foundations = []foundation{
	{"ping", "", pingCheck, true},
	{largePing, `{"_meta":{"mcpsim":"` + strings.Repeat("x", 1<<16) + `"}}`, "STDIO-06", false},
	{"tools/list", "", listsCheck, true},
	{"resources/list", "", listsCheck, true},
	{"prompts/list", "", listsCheck, true},
	{"resources/templates/list", "", listsCheck, false},
	{"x/unknown", "", methodCheck, false},
	{noSuchTool, noTool, "TOOL-03", false},
	{"resources/read", `{"uri":"mcpsim://no/such/resource"}`, "RES-01", false},
	{"prompts/get", `{"name":"mcpsim_no_such_prompt"}`, "PRM-01", false},
	{"completion/complete", nobody("prompt"), "COMP-01", false},
	{"logging/setLevel", `{"level":"loud"}`, "LOG-02", false},
	{"server/discover", "", "LIFE-16", false},
	{unasked, "", "BASE-04", false},
	ofCancelling,
}
