package probe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// talk is what was said on one connection, as far as later messages are judged by
// it. It may be used at any time.
type talk struct {
	watch *watch
	bench *Bench

	mu               sync.Mutex
	asked            map[string]*asked // requests by id
	order            []*asked
	notified         string          // the last notification; "" = none
	subscribed       bool            // resources/subscribe was sent
	cancelled        bool            // a cancellation was sent, whose answer another check is about
	gaveUp           map[string]bool // requests by id that were cancelled
	greeted          bool            // initialize was sent
	refused          bool            // initialize was: there is no handshake that ends
	ready            bool            // initialized was sent
	opened, reopened bool            // the same, whatever it was answered with, and once more
	stirred          bool            // something was sent or has failed that may have changed the session, see [talk.calm]
	needless         map[string]bool // the ids of responses that were sent and belong to no request
	misfits          bool            // what is sent now is to be refused, see [Conn.Misfits]
	unreadable       bool            // something was sent that is no message, or a batch
	spoken           bool            // something was sent that decides the era, see [talk.decides]
	undecided        bool            // it was nothing of the modern era
	client           map[string]json.RawMessage
	declared         map[string]json.RawMessage // by the server; nil = nothing was
	level            string                     // of log messages, set last; "" = none, or it is being set
	revision         string
	session          bool     // it has an id
	left             bool     // the session was ended
	idless           []idless // answers without an id that [watch.settle] is to judge
	sent             event.Event
	requests         map[string]told // the server's, by id
	told             map[string]told // notifications that cannot come twice
	unsure           bool            // some came on two streams that more than one call may have caused
	events           map[string]int  // streams by the id of an event
	streams          int
}

// maxIdless is how many answers without an id are kept of a connection.
const maxIdless = 100

// idless is an answer without an id, and the last notification before it; "" = none
// that is to be judged by it. Of the answer there is what a finding shows.
type idless struct {
	id, quote string
	shown     []event.Event
	after     string
}

// asked is a request of the client's.
type asked struct {
	id, what       string
	times, answers int
	answered       time.Time // last, by its own id
	early, retried bool      // its event stream ended before the answer, and had said when to come back
	noTool         bool      // it calls a tool that does not exist, or none
	misfit         bool      // it calls a tool with what its schema forbids
	token          string    // of progress, as JSON; "" = none
	progress       *float64  // the last one; nil = there was none
	task           bool      // it asks for a task
	old            bool      // it is of another version of JSON-RPC: it is to be refused
	mistaken       bool      // it is to be refused, see [isMistaken]
	level          string    // of log messages, that it sets

	// Of the modern era:
	method       string
	modern       bool                       // it names a version, and none with a handshake
	unspoken     bool                       // that version is nobody's: it is to be refused
	client       map[string]json.RawMessage // capabilities
	logLevel     string
	filter       map[string]json.RawMessage // of a subscription
	acknowledged bool
}

// told is where a message of the server's came.
type told struct {
	stream int
	get    bool // the stream belongs to no request
	at     time.Time
}

// channel is where messages come in.
type channel struct {
	kind    channelKind
	stream  int     // its number within the connection; 0 = no event stream
	request []Frame // what was POSTed; nil = nothing was
	batch   bool    // it was a batch, of one perhaps
	status  int
	odd     bool   // the client accepted not both forms of answers
	edited  bool   // it had headers that a check has changed
	session string // that it named; "" = none, or a check has changed it
	foreign bool   // a check has
	primed  bool   // its first event must have an id
	back    bool   // an event had an id from which a client can come back
	retry   bool   // an event said when
	cut     bool   // its last event was not ended, so that clients do not see it
	events  int
	ended   bool // the answer to its request has come
}

type channelKind int

const (
	pipeChannel    channelKind = iota // everything comes through it
	bodyChannel                       // a JSON body
	postChannel                       // the event stream of a request
	getChannel                        // one that belongs to no request
	resumedChannel                    // one that may repeat what had come
)

func (b *Bench) newTalk() *talk {
	t := &talk{
		watch: b.watch, bench: b, asked: map[string]*asked{}, gaveUp: map[string]bool{}, needless: map[string]bool{}, requests: map[string]told{}, told: map[string]told{}, events: map[string]int{},
	}
	b.watch.mu.Lock()
	defer b.watch.mu.Unlock()
	b.watch.talks = append(b.watch.talks, t)
	return t
}

// garbled reports whether an answer may be that to something that is no message.
func (t *talk) garbled(f Frame) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unreadable && f.Failure() != nil && f.Nameless()
}

// forget drops what later messages would be compared with: what is kept of many connections
// stays small.
func (t *talk) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.requests)
	clear(t.told)
	clear(t.events)
}

// speaks takes what was negotiated.
func (t *talk) speaks(revision, session string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.revision, t.session, t.refused = revision, session != "", revision == ""
}

// sending takes what is about to be sent.
func (t *talk) sending(raw []byte) {
	frames := parseFrames(raw)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent = t.bench.message("client", "sent", raw)
	t.unreadable = t.unreadable || len(frames) != 1 || strings.HasPrefix(strings.TrimSpace(string(raw[:min(len(raw), 64)])), "[")
	t.decides(frames)
	for _, f := range frames {
		t.stirred = t.stirred || t.stirs(f)
		t.reopened = t.reopened || t.opened && f.Method() == "notifications/initialized" // where some servers begin anew
		t.opened = t.opened || f.Method() == "notifications/initialized"
		t.subscribed = t.subscribed || f.Method() == "resources/subscribe"
		switch {
		case f.IsRequest() && f.ID() != "null":
			t.ask(f)
		case f.IsNotification():
			t.notified = f.Method()
			if f.Method() == cancelling {
				t.cancelled = true
				t.gaveUp[SameJSON(f.Param("requestId"))] = true
			}
		case f.IsResponse():
			if _, asked := t.requests[f.ID()]; !asked {
				t.needless[f.ID()] = true
			}
		default:
			t.unreadable = true
		}
	}
}

// Needless reports whether a response was sent on the connection that belongs to no request.
func (c *Conn) Needless() bool {
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	return len(c.talk.needless) > 0
}

// Misfits says whether what is sent from now on is to be refused: calls of no tool, or with
// arguments that the schemas of their tools forbid, and cursors that no page has given. That one of
// them succeeds is the business of the check that sends them, whatever the result is.
func (c *Conn) Misfits(are bool) {
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	c.talk.misfits = are
}

// awaits reports whether a request under way has this token of progress, and asks for no task,
// which may speak on any stream. t.mu is held.
func (t *talk) awaits(token string) bool {
	return token != "" && slices.ContainsFunc(t.order, func(a *asked) bool { return a.answers == 0 && !a.task && a.token == SameJSON([]byte(token)) })
}

// missing is how many requests have no answer, those that share an id apart. t.mu is held.
func (t *talk) missing() (n int) {
	for _, a := range t.order {
		n += max(0, a.times-a.answers)
	}
	return n
}

// oldest is the first request that has no answer. t.mu is held.
func (t *talk) oldest() string {
	for _, a := range t.order {
		if a.answers == 0 {
			return a.what
		}
	}
	return "nothing that was asked"
}

// IsForeign reports whether JSON is that of another protocol: {"error":"invalid_token"} and
// {"detail":"Not Found"} are what web frameworks say.
func (f Frame) IsForeign() bool {
	return f.Members["jsonrpc"] == nil && f.Members["method"] == nil && f.Members["result"] == nil && partsOf(f.Members["error"]) == nil
}

// heard judges messages that came in one line, body or event.
func (t *talk) heard(ch *channel, raw []byte, frames []Frame) {
	if ch.kind == bodyChannel && ch.request == nil {
		return // what a GET or DELETE is answered with is no message
	}
	w := t.watch
	now := t.bench.Target.Clock.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range frames {
		frames[i].Loose = ch.kind == getChannel
	}
	for _, f := range frames {
		if f.Members == nil || ch.status >= http.StatusBadRequest && f.IsForeign() || ch.kind == pipeChannel && t.bench.Target.URL == "" && f.isStray() {
			continue // what holds it is judged, and an HTTP error may have a body of any kind
		}
		f.At = now
		t.bench.seen.noteMessage(f)
		garbled := CheckUTF8(raw)
		say := func(rule Rule, err error) {
			if garbled != nil && rule != InUTF8 {
				return // nothing in it can be compared
			}
			if err == nil {
				w.blame(rule, "")
				return
			}
			w.blame(rule, fmt.Sprintf("%s: %s", err, Quote(f.Raw)), t.shown(f)...)
		}
		say(Shaped, f.CheckShape())
		bare := f.Members["id"] != nil && f.Members["method"] == nil && f.Members["result"] == nil && f.Members["error"] == nil
		say(Resultless, errorIf(bare, "it has neither a result nor an error"))
		if f.IsMessage() { // what is none is told once
			say(Versioned, f.CheckVersion())
		}
		say(Negotiated, nil)
		say(InUTF8, garbled)
		t.meta(f, say)
		if t.bench.IsModern() {
			t.modern(ch, f, say)
		}
		switch {
		case f.IsResponse():
			t.stirred = t.stirred || fails(f)
			t.answer(ch, f, say)
		case f.Method() != "" && ch.kind != resumedChannel:
			t.tells(ch, f, say)
			t.late(ch, f, say)
		}
	}
}

type sayFunc func(Rule, error)

func (t *talk) meta(f Frame, say sayFunc) {
	revision := cmp.Or(t.revision, Text(Page(f)["protocolVersion"]))
	if revision < "2025-06-18" || !bytes.Contains(f.Raw, []byte(`"_meta"`)) {
		return // before that _meta had no such rules
	}
	for _, key := range MetaKeys(f) {
		say(MetaWellFormed, errorIf(!WellFormedKey(key), "the key %q of a _meta is malformed", key))
		if traced[key] != nil && revision >= ModernRevision {
			t.traces(f, key, say)
		}
		say(MetaReserved, errorIf(Usurps(key, revision) || t.bench.invents(key), "the prefix of the key %q of a _meta is reserved for MCP", key))
	}
}

func errorIf(wrong bool, format string, args ...any) error {
	if wrong {
		return fmt.Errorf(format, args...)
	}
	return nil
}

// guardedBy are the capabilities of clients that the server's requests need.
var guardedBy = map[string]string{"roots/list": "roots", "sampling/createMessage": "sampling", "elicitation/create": "elicitation"}

// tells judges a request or notification of the server's. t.mu is held.
func (t *talk) tells(ch *channel, f Frame, say sayFunc) {
	if strings.HasPrefix(f.Method(), "notifications/") {
		say(Plain, errorIf(f.IsRequest(), "a notification has an id"))
		wrong := form.Told(f.Method(), f.Members["params"])
		say(NoticeFormed, errorIf(wrong != nil, "%s: %s", f.Method(), wrong))
		if f.Method() == "notifications/resources/updated" {
			say(Wanted, errorIf(!t.subscribed && !t.bench.IsModern(), "nothing was subscribed to"))
		}
		t.progress(ch, f, say)
		if !t.bench.IsModern() {
			t.logs(ch, f, say)
			t.changes(f, say)
		}
		if ch.kind == getChannel {
			say(OwnStream, errorIf(t.awaits(ProgressToken(f)), "a GET stream has the progress of a request that is under way"))
		}
		t.once(ch, f, say)
		return
	}
	if !f.IsRequest() {
		if f.Method() == "ping" || guardedBy[f.Method()] != "" {
			say(OwnRequestIDs, fmt.Errorf("%s has no id, and no client answers it", f.Method()))
		}
		return
	}
	if capability := guardedBy[f.Method()]; capability != "" && t.greeted {
		_, can := t.client[capability]
		say(Negotiated, errorIf(!can, "it asks for %s, which the client did not declare", f.Method()))
	}
	if t.greeted && !t.opened && f.Method() != "ping" && !t.bench.IsModern() {
		say(AskedOpen, fmt.Errorf("it asks for %s before the client has said that it is ready", f.Method()))
	}
	err := form.Request(f.Method(), f.Members["params"])
	say(RequestFormed, errorIf(err != nil, "%s: %s", f.Method(), err))
	if strings.HasPrefix(f.Method(), "notifications/") {
		return // [Plain] says so
	}
	before, again := t.requests[f.ID()]
	t.requests[f.ID()] = told{ch.stream, ch.kind == getChannel, f.At}
	switch id := f.ID(); {
	case again && before.stream != ch.stream && (before.get || ch.kind == getChannel) && f.At.Sub(before.at) < AtTheSameTime:
		say(OneStream, fmt.Errorf("two event streams carry one request"))
	case again && (ch.stream == 0 || t.session) && !t.reopened:
		say(OwnRequestIDs, fmt.Errorf("two of its requests have the id %s", id))
	case !isID(id):
		say(OwnRequestIDs, fmt.Errorf("the id of its request is %s", id))
	default:
		say(OwnRequestIDs, nil)
	}
}

// NoSuchTool is what names of tools begin with that do not exist.
const NoSuchTool = "mcpsim_no_such_tool"

// isID reports whether JSON may be the id of a request: a string or an integer.
func isID(token string) bool {
	_, err := strconv.ParseInt(token, 10, 64)
	return err == nil || strings.HasPrefix(token, `"`)
}
