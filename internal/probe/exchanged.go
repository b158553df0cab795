package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// posting is the channel on which what is POSTed is answered, or for nil what a GET
// is: since is its Last-Event-ID.
func (c *Conn) posting(body []byte, since string) *channel {
	ch := &channel{kind: bodyChannel, session: c.Session}
	if _, ch.foreign = c.Edits["Mcp-Session-Id"]; ch.foreign {
		ch.session = ""
	}
	switch {
	case c.old != nil && body == nil:
		ch.kind = pipeChannel
		return ch
	case c.old != nil:
		ch.request = parseFrames(body)
		return ch
	case body != nil:
		ch.request, ch.batch = parseFrames(body), ParseFrame(body).batch
		_, ch.odd = c.Edits["Accept"]
		ch.edited = len(c.Edits) > 0
		ch.primed = c.Revision >= LatestRevision && !ch.odd && !c.bench.IsModern()
	case since != "":
		ch.kind = resumedChannel
	default:
		ch.kind = getChannel
	}
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	c.talk.streams++
	ch.stream = c.talk.streams
	return ch
}

// begun judges the head of an answer.
func (t *talk) begun(ch *channel, r *Reply) {
	ch.status = r.Status
	switch {
	case ch.kind == getChannel && r.Status == http.StatusOK && r.IsStream():
		t.watch.blame(NoAnswerOnGet, "")
		t.bench.seen.saw(SawGet)
	case ch.kind == bodyChannel && r.IsStream():
		ch.kind = postChannel
		if !ch.odd {
			t.bench.noteStreamed(ch.request)
		}
	}
}

// replied judges an answer over HTTP to what was POSTed. What was refused with an
// HTTP error is another check's business.
func (t *talk) replied(ch *channel, r *Reply) {
	if ch.stream == 0 || ch.batch || len(ch.request) != 1 || r.Status == 0 || r.Status/100 == 3 {
		return
	}
	f := ch.request[0]
	t.mu.Lock()
	t.refused = t.refused || f.Method() == "initialize" && r.Status/100 != 2
	first := f.Method() == "notifications/initialized" && !t.ready && !t.refused && !t.bench.IsModern()
	t.ready = t.ready || first
	sent, gaveUp := t.sent, t.gaveUp[f.ID()]
	named := t.revision == "" || t.revision >= headerSince
	before, asked := t.requests[f.ID()]
	own := t.asked[f.ID()]
	elsewhere := t.left || ch.edited // in a session that has ended, or with a mistake of a check's
	t.mu.Unlock()
	if f.IsRequest() && r.Status == http.StatusNotFound && ch.session != "" && !elsewhere {
		t.bench.noteUnknown(ch.session, f, r.Body)
	}
	if f.IsRequest() && r.Status == http.StatusOK && ch.session != "" {
		t.bench.noteKnown(ch.session, f)
	}
	if gaveUp && f.IsRequest() {
		return // what is cancelled has no answer
	}
	say := func(rule Rule, err error) {
		what := ""
		if err != nil {
			what = err.Error()
		}
		t.watch.blame(rule, what, sent, event.Event{At: t.bench.Target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.Status, Text: r.ContentType, Raw: shown(r.Body)})
	}
	if t.bench.IsModern() {
		t.modernHead(own, r, say)
	}
	if f.IsRequest() || !f.IsMessage() {
		say(OwnFault, blamesItself(f, r))
	}
	if f.IsRequest() && !elsewhere && !t.bench.IsModern() {
		say(GoesOn, endsNothing(f, r))
	}
	if ch.session != "" && f.Method() != "initialize" && !elsewhere {
		id := r.Header.Get("Mcp-Session-Id")
		say(OneSession, errorIf(id != "" && id != ch.session, "the answer to %s has the session id %q, and the session is %q", described(f), id, ch.session))
	}
	switch {
	case f.IsRequest() && (f.CheckVersion() != nil || !isID(f.ID())): // another check says that it is to be refused
	case f.IsRequest() && r.Status/100 == 2:
		say(Typed, wrongType(described(f), r))
		if r.ContentType == "application/json" && !ch.batch {
			say(OneObject, errorIf(r.Err == nil && ParseFrame(r.Body).Members == nil, "the answer to %s is %s", described(f), Quote(r.Body)))
		}
	case elsewhere && r.Status/100 == 2 && !f.IsRequest(): // another check says that it is to be refused
	case f.IsNotification() && f.Method() != cancelling && r.Status/100 == 2 && ParseFrame(r.Body).IsResponse():
		say(Unanswered, fmt.Errorf("the notification %q is answered: %s", f.Method(), Quote(r.Body)))
	case f.IsNotification():
		what := f.Method()
		if first {
			what += ", which ends the handshake,"
		}
		say(Accepted, acknowledged(what, r, first && named))
	case f.IsResponse() && asked && t.bench.Since(before.at) < atOnceAnswered:
		say(AcceptedToo, acknowledged("a response to what the server has just asked", r, true))
	case f.IsResponse():
		say(AcceptedToo, acknowledged("a response", r, false))
	}
}

// wrongType says what is wrong with the content type of an answer to what.
func wrongType(what string, r *Reply) error {
	kinds := r.Header.Values("Content-Type")
	if slices.ContainsFunc(kinds, func(k string) bool { return k != kinds[0] }) {
		return fmt.Errorf("%s is answered with several content types: %q", what, kinds)
	}
	return errorIf(!r.IsStream() && r.ContentType != "application/json", "%s is answered with HTTP %d and the content type %q", what, r.Status, r.Header.Get("Content-Type"))
}

// clientFaults are the codes of errors that say what the client did wrong.
var clientFaults = []string{"-32700", "-32600", "-32601", "-32602"}

// blamesItself says whether an answer tells of a mistake of the client's with a status by
// which HTTP clients, and what is between, take the server for broken, and try again.
func blamesItself(f Frame, r *Reply) error {
	if r.Status < http.StatusInternalServerError || r.IsStream() {
		return nil
	}
	if !f.IsMessage() {
		return errorIf(r.Status == http.StatusInternalServerError, "what is no message is answered with HTTP %d", r.Status)
	}
	failure := ParseFrame(r.Body).Failure()
	return errorIf(failure != nil && slices.Contains(clientFaults, failure.Code), "%s is refused with error %s and HTTP %d", described(f), code(failure), r.Status)
}

// endsNothing says whether a mistake in the params of a request has the status by which clients
// are told that their session is over: they have to open another one.
func endsNothing(f Frame, r *Reply) error {
	if r.Status != http.StatusNotFound || r.IsStream() {
		return nil
	}
	failure := ParseFrame(r.Body).Failure()
	return errorIf(failure != nil && failure.Code == "-32602", "%s is refused with error %s and HTTP 404, which says that the session has ended", described(f), code(failure))
}

// code is that of an error; "" = there is none.
func code(e *RPCError) string {
	if e == nil {
		return ""
	}
	return e.Code
}

// atOnceAnswered is how soon after a request of the server's its answer comes at once:
// no server has given up by then.
const atOnceAnswered = time.Second

// acknowledged judges the answer to what has no response. must says that no correct
// server refuses it.
func acknowledged(what string, r *Reply, must bool) error {
	switch {
	case r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden: // it wants credentials
	case r.Status >= 400 && must:
		return fmt.Errorf("%s is refused with HTTP %d: %s", what, r.Status, Quote(r.Body))
	case r.Status >= 400: // it may
	case r.Status != http.StatusAccepted:
		return fmt.Errorf("%s is answered with HTTP %d", what, r.Status)
	case len(bytes.TrimSpace(r.Body)) > 0:
		return fmt.Errorf("%s is answered with HTTP 202 and the body %s", what, Quote(r.Body))
	case errors.Is(r.Err, ErrEndless):
		return fmt.Errorf("%s is answered with HTTP 202, and %w", what, r.Err)
	}
	return nil
}

// isNoMessage reports whether an event has data that is no message: that is told of by itself.
func isNoMessage(e Event) bool {
	return len(bytes.TrimSpace(e.Data)) > 0 && !slices.ContainsFunc(parseFrames(e.Data), Frame.IsMessage)
}

// IsNoMessage is that of an event which a check has read.
func (e Event) IsNoMessage() bool { return isNoMessage(e) }

// event judges an event of a stream, apart from the messages in it.
func (t *talk) event(ch *channel, e Event) {
	if ch.kind == pipeChannel || ch.stream == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	what := "a GET stream"
	if len(ch.request) > 0 {
		what = "the event stream of " + described(ch.request[0])
	}
	say := func(rule Rule, wrong bool, format string, args ...any) {
		text := ""
		if wrong {
			text = fmt.Sprintf(format, args...)
		}
		t.watch.blame(rule, text, t.sent, t.bench.streamed(e))
	}
	named := e.Name != "" && e.Name != "message" && len(bytes.TrimSpace(e.Data)) > 0 // without data it is for no listener
	say(EventsPlain, named, "%s has an event named %q", what, e.Name)
	if e.ID != "" {
		t.bench.seen.saw(SawEventIDs)
	}
	ch.back, ch.retry, ch.cut = ch.back || e.ID != "", ch.retry || e.retry != "", ch.cut || e.cut
	text := bytes.TrimSpace(e.Data)
	torn := e.torn()
	if len(text) > 0 && (e.Name == "" || e.Name == "message") {
		if isScalar(text) {
			say(Shaped, true, "%s has an event whose data is no JSON object: %s", what, Quote(e.Data))
		} else {
			say(Shaped, torn, "%s has an event whose data is no JSON: %s", what, strings.Join(slices.DeleteFunc([]string{Quote(e.Data), e.odd}, func(s string) bool { return s == "" }), "; it "))
		}
	}
	if e.odd != "" && !torn {
		say(EventsPlain, true, "%s %s", what, e.odd)
	}
	if e.cut {
		say(EventsEnded, true, "%s %s", what, e.odd)
	}
	if len(text) > 0 && text[0] == '[' && !torn && t.revision != batched {
		say(EventsPlain, true, "%s has an event that holds an array: batches are of revision %s alone", what, batched)
	}
	if torn || e.odd != "" && len(text) == 0 {
		say(EventsWhole, true, "%s has an event that holds no message", what)
	}
	if e.bare && len(text) == 0 {
		return // an event of another kind it is not either
	}
	if ch.events == 0 && len(ch.request) == 1 && ch.request[0].Method() == "initialize" {
		clear(t.events) // a session of its own
	}
	if ch.events++; ch.events == 1 && ch.primed && !isNoMessage(e) {
		say(Primed, e.ID == "" || len(bytes.TrimSpace(e.Data)) > 0, "%s is not primed: its first event has the id %q and the data %s", what, e.ID, Quote(e.Data))
	}
	if t.bench.IsModern() && (len(ch.request) != 1 || t.isModern(ch.request[0])) {
		say(NoEventID, e.ID != "", "%s has the event id %q", what, e.ID)
	}
	if e.ID == "" || ch.kind == resumedChannel || ch.foreign || t.left { // that there is a stream is another check's business
		return
	}
	id := keyOf([]byte(e.ID))
	before, again := t.events[id]
	t.events[id] = ch.stream
	where := " on it"
	if before != ch.stream {
		where = ", on another stream of the session"
	}
	say(EventIDs, again, "%s has the event id %q, which came before%s", what, e.ID, where)
}

// isScalar reports whether a text is JSON, and neither an object nor an array.
func isScalar(text []byte) bool { return text[0] != '{' && text[0] != '[' && json.Valid(text) }

// headerSince is the revision from which on clients name theirs in a header: servers that
// insist on it refuse those of earlier ones, which another check tells.
const headerSince = "2025-06-18"

// lined judges a line of standard output.
func (t *talk) lined(l Line) {
	w := t.watch
	cr := ""
	if l.EOL == "\r\n" {
		cr = "a line ends with CRLF: " + Quote(l.Raw)
	}
	w.blame(LF, cr)
	if l.Pieces == 0 {
		w.blame(OneLine, "")
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	what := fmt.Sprintf("a message is spread over %d lines: %s", l.Pieces, Quote(l.Raw))
	if l.Pieces == 1 {
		what = "a message has a line break that is not escaped: " + Quote(l.Raw)
	}
	w.blame(OneLine, what, t.sent)
}

// pieces are lines that may be one message which was written on several of them.
type pieces struct {
	lines []Line
	size  int
}

// The bounds of a message that is put together from lines.
const (
	maxPieces     = 2000
	maxPiecesSize = 1 << 20 // bytes
)

// take takes a line that is no message; false means that it cannot be a piece of one.
// whole is the message that it completes.
func (p *pieces) take(l Line) (whole Line, complete, taken bool) {
	text := strings.TrimSpace(string(l.Raw[:min(len(l.Raw), 64)]))
	begins := text == "[" || strings.HasPrefix(text, "{") && !json.Valid(l.Raw)
	if len(p.lines) == 0 && !begins || len(p.lines) == maxPieces || p.size+len(l.Raw) > maxPiecesSize {
		return Line{}, false, false
	}
	p.lines = append(p.lines, l)
	p.size += len(l.Raw) + 2
	if end := bytes.TrimSpace(l.Raw); !bytes.HasSuffix(end, []byte("}")) && !bytes.HasSuffix(end, []byte("]")) {
		return Line{}, false, true
	}
	for _, raw := range p.joined() {
		if pure(parseFrames(raw)) {
			n := len(p.lines)
			p.lines, p.size = nil, 0
			return Line{Raw: raw, EOL: l.EOL, Pieces: n}, true, true
		}
	}
	return Line{}, false, true
}

// joined is what the lines may be: JSON that was written with line breaks, or a
// string with breaks that are not escaped.
func (p *pieces) joined() [][]byte {
	var plain, escaped []byte
	for i, l := range p.lines {
		plain = append(plain, l.Raw...)
		for _, c := range l.Raw {
			if c < ' ' && c != '\t' {
				escaped = fmt.Appendf(escaped, `\u%04x`, c)
				continue
			}
			escaped = append(escaped, c)
		}
		if i < len(p.lines)-1 {
			plain = append(plain, '\n')
			escaped = append(escaped, strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(l.EOL)...)
		}
	}
	return [][]byte{plain, escaped}
}

// rest are the lines that became no message.
func (p *pieces) rest() []Line {
	lines := p.lines
	p.lines, p.size = nil, 0
	return lines
}
