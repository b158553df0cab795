package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// requestMethods are the requests of clients.
var requestMethods = map[string]bool{
	"initialize": true, "ping": true, "tools/list": true, "tools/call": true, "prompts/list": true, "prompts/get": true,
	"resources/list": true, "resources/templates/list": true, "resources/read": true, "resources/subscribe": true,
	"resources/unsubscribe": true, "completion/complete": true, "logging/setLevel": true,
}

// idsWhereTheyBelong says which request has no id, and which notification has one.
func idsWhereTheyBelong(r *clientcheck.Run) error {
	for _, m := range written(r) {
		members := membersOf(m.Entry)
		method, _ := textOf(members["method"])
		switch {
		case strings.HasPrefix(method, "notifications/") && members["id"] != nil:
			return fmt.Errorf("the notification has an id: %s", quote(m.Raw))
		case requestMethods[method] && members["id"] == nil:
			return fmt.Errorf("the request has no id: %s", quote(m.Raw))
		}
	}
	return nil
}

// asked is a request of the server.
type asked struct {
	conn     int
	id       string // as [idOf] gives it
	answered bool
}

// answersFit says which answer of the client does not belong to a request of the
// server, comes twice, or has not the form of one.
func answersFit(r *clientcheck.Run) error {
	open, together, odd := map[int][]*asked{}, indistinct(r), map[int]bool{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw }) {
		if together {
			e.Conn = 0
		}
		members := membersOf(e.Entry)
		id, _ := idOf(members["id"])
		switch {
		case e.Direction == fakeserver.Sent:
			odd[e.Conn] = odd[e.Conn] || !plain(members)
			if members["method"] != nil && members["id"] != nil {
				open[e.Conn] = append(open[e.Conn], &asked{conn: e.Conn, id: id})
			}
		case members["method"] != nil || members["result"] == nil && members["error"] == nil:
		case encodingOf(e.Entry) != nil: // the business of CLI-41, whatever is wrong with the id
		default:
			err := fits(members, id, open[e.Conn], odd[e.Conn])
			if again := errors.Is(err, errTwice); err != nil && !(again && r.Refused()) { // what was refused may be sent again
				return fmt.Errorf("%w: %s", err, quote(e.Raw))
			}
		}
	}
	return nil
}

var errTwice = errors.New("the request has been answered before")

// plain reports whether what the server sent can be read by every client: a request or a
// notification, or an answer with an id.
func plain(sent map[string]json.RawMessage) bool {
	if id := sent["id"]; sent["method"] == nil || id != nil {
		_, fit := idOf(id)
		return fit
	}
	return sent["params"] == nil || isObject(sent["params"])
}

// fits says why an answer is none to an open request, or is malformed. odd says that something was
// sent of which a client need not be able to read the id.
func fits(answer map[string]json.RawMessage, id string, open []*asked, odd bool) error {
	if err := wellFormed(answer); err != nil {
		return err
	}
	if answer["error"] != nil && (answer["id"] == nil || string(answer["id"]) == "null") {
		var e struct{ Code json.Number }
		if _ = jsonparts.Unmarshal(answer["error"], &e); e.Code == parseError || odd && e.Code != methodNotFound {
			return nil // to something of which no id could be read
		}
	}
	twice := false
	for _, q := range open {
		switch _, value, _ := strings.Cut(q.id, " "); {
		case q.id == id && !q.answered:
			q.answered = true
			return nil
		case rounded(q.id, id):
			q.answered = true
			return nil // said by CLI-131
		case q.id == id:
			twice = true
		case strings.HasSuffix(id, " "+value):
			return fmt.Errorf("the id of the answer is a %s, that of the request a %s", id, q.id)
		}
	}
	if twice {
		return errTwice
	}
	if answer["id"] == nil {
		return errors.New("the answer has no id")
	}
	return fmt.Errorf("the server has asked nothing with the id %s", answer["id"])
}

// rounded reports whether an id is another one as a floating-point number holds it.
func rounded(id, back string) bool {
	kind, digits, _ := strings.Cut(id, " ")
	_, other, _ := strings.Cut(back, " ")
	n, err := strconv.ParseFloat(digits, 64)
	m, bad := strconv.ParseFloat(other, 64)
	return err == nil && bad == nil && kind == "number" && strings.HasPrefix(back, kind) && id != back && n == m && math.Abs(n) >= 1<<53
}

// keepsDigits says which id of the server came back as a floating-point number holds it.
func keepsDigits(r *clientcheck.Run) error {
	var ids []string
	for _, e := range r.Entries(isSent) {
		if members := membersOf(e.Entry); members["method"] != nil && members["id"] != nil {
			id, _ := idOf(members["id"])
			ids = append(ids, id)
		}
	}
	answered := false
	for _, e := range written(r) {
		members := membersOf(e.Entry)
		id, _ := idOf(members["id"])
		if members["method"] != nil || members["id"] == nil {
			continue
		}
		for _, asked := range ids {
			if rounded(asked, id) {
				return fmt.Errorf("the %s comes back as %s: %s", asked, members["id"], quote(e.Raw))
			}
			answered = answered || asked == id
		}
	}
	return verdict.NotObservedIf(!answered, "no request of the server is answered; the client %s%s", r.End(), r.LastWords())
}

// wellFormed says what an answer lacks, or has too much.
func wellFormed(answer map[string]json.RawMessage) error {
	if answer["result"] != nil && answer["error"] != nil {
		return errors.New("the answer has a result and an error")
	}
	if answer["error"] == nil {
		all, ok := members(answer["result"])
		if !ok {
			return errors.New("the result is no object")
		}
		return verdict.FailedIf(all["_meta"] != nil && !isObject(all["_meta"]), "the _meta of its result is no object")
	}
	var fault struct {
		Code    *int64
		Message *string
	}
	err := jsonparts.Unmarshal(answer["error"], &fault)
	return verdict.FailedIf(err != nil || fault.Code == nil || fault.Message == nil, "the error has no code that is an integer, or no message")
}

// introduced says what an initialize does not say.
func introduced(r *clientcheck.Run) error {
	hello := r.All("initialize")
	for _, m := range hello {
		members := membersOf(m.Entry)
		if members == nil {
			continue // it was not kept whole
		}
		var params map[string]json.RawMessage
		_ = jsonparts.Unmarshal(members["params"], &params)
		var info map[string]json.RawMessage
		_ = jsonparts.Unmarshal(params["clientInfo"], &info)
		version, _ := textOf(params["protocolVersion"])
		_, named := textOf(info["name"])
		_, versioned := textOf(info["version"])
		switch {
		case version == "":
			return fmt.Errorf("initialize offers no protocolVersion: %s", quote(m.Raw))
		case !isRevision(version):
			return fmt.Errorf("initialize offers the protocolVersion %q, which is no date and no draft: %s", version, quote(m.Raw))
		case !isObject(params["capabilities"]):
			return fmt.Errorf("the capabilities of initialize are no object: %s", quote(m.Raw))
		case notObject(params["capabilities"]) != "":
			return fmt.Errorf("the capability %s of initialize is no object: %s", notObject(params["capabilities"]), quote(m.Raw))
		case !named || !versioned:
			return fmt.Errorf("the clientInfo of initialize has no name or no version: %s", quote(m.Raw))
		}
		if err := errors.Join(misshapenIn(params["capabilities"]), misshapen(params["clientInfo"], infoShapes)); err != nil {
			return fmt.Errorf("%w: %s", err, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(len(hello) == 0, "the client sent no initialize; it %s%s", r.End(), r.LastWords())
}

// isRevision reports whether a text has the form that the names of revisions have.
func isRevision(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil || strings.HasPrefix(text, "DRAFT-")
}

// offersHandshake says which initialize offers a revision without one.
func offersHandshake(r *clientcheck.Run) error {
	hello := r.All("initialize")
	for _, m := range hello {
		var p struct{ ProtocolVersion string }
		clientcheck.Params(m.Raw, &p)
		if _, err := time.Parse(time.DateOnly, p.ProtocolVersion); err == nil && p.ProtocolVersion >= clientcheck.ModernRevision {
			return fmt.Errorf("initialize offers %s, which has no initialize: %s", p.ProtocolVersion, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(len(hello) == 0, "the client sent no initialize; it %s%s", r.End(), r.LastWords())
}

// notObject is the first member of an object that is none; "" = all are.
func notObject(raw json.RawMessage) string {
	var members map[string]json.RawMessage
	_ = jsonparts.Unmarshal(raw, &members)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !isObject(members[name]) {
			return name
		}
	}
	return ""
}

// onItsWay is how long an answer may take to be read by a client that is busy.
const onItsWay = time.Second

// crossing is how long an answer and what cancels its request may be on their ways at once.
const crossing = 50 * time.Millisecond

// answering is a request and what was sent back for it.
type answering struct {
	asked         *clientcheck.Indexed // the first request with the id; nil = there is none
	first, prompt *clientcheck.Indexed // the first answer, and the first that came promptly; nil = there is none
	late          bool                 // it may have waited to be read, as what begins a connection and what comes after a pause: its timer has run as long
}

// cancelsOpen says which request is cancelled although it has been answered, or was
// never made. Answers on a stream that broke may not have come, and a task is another check's
// business (M-TASK-26). Who leaves may cancel what it does not wait for, as it does for calls, and
// the answer may be on its way: one such cancellation that is the last word is forgiven.
func cancelsOpen(r *clientcheck.Run) error {
	answers, forgiven := answeringOf(r), false
	for _, m := range r.All("notifications/cancelled") {
		id, _ := idOf(cancelledID(m))
		found := answers[connected{m.Conn, id}]
		if found == nil || r.BrokeBefore(m.Place) {
			continue
		}
		a := found.first
		if a == nil || a.Place > m.Place || m.At.Sub(a.At) <= onItsWay { // later ones are not older
			a = found.prompt
		}
		if a == nil || a.Place > m.Place || stateIn(*a).ResultType == "task" {
			continue
		}
		if !forgiven && r.Ended && a.Method != "tools/call" && m.At.Sub(a.At) < crossing && isLast(r, m) {
			forgiven = true
			continue
		}
		return fmt.Errorf("%s was answered %s before it is cancelled: %s", a.Method, m.At.Sub(a.At).Round(time.Millisecond), quote(m.Raw))
	}
	return nil
}

// cancelsOpen looks at all runs together, too: a cancellation and an answer may have been on their ways at
// once, but not of calls that took different times, as one timer runs out once.
func (w *World) cancelsOpen() error {
	err := w.each(cancelsOpen)
	if w.cases == nil || err != nil && verdict.Of(err) == "" {
		return err
	}
	var least, most time.Duration
	for _, c := range w.cases {
		r, failed := w.bench.Play(c.Situation)
		if failed != nil || c.Context != "" {
			continue // said by the check that the situation belongs to; or it was told when to give up
		}
		for _, took := range cancelledLate(r) {
			if least == 0 || took < least {
				least = took
			}
			if most = max(most, took); most-least > differentTimes {
				w.run = r
				return fmt.Errorf("calls that took %s and %s were answered before they are cancelled", least.Round(time.Millisecond), most.Round(time.Millisecond))
			}
		}
	}
	return err
}

// differentTimes is by how much calls differ that no timer gives up at the same time.
const differentTimes = 500 * time.Millisecond

// cancelledLate are how long the calls took that are cancelled a moment after their answer.
func cancelledLate(r *clientcheck.Run) (out []time.Duration) {
	answers := answeringOf(r)
	for _, m := range r.All("notifications/cancelled") {
		id, _ := idOf(cancelledID(m))
		a := answers[connected{m.Conn, id}]
		if a == nil || a.asked == nil || a.first == nil || a.asked.Method != "tools/call" || a.first.Place > m.Place || r.BrokeBefore(m.Place) {
			continue
		}
		if took := a.first.At.Sub(a.asked.At); took > soon && stateIn(*a.first).ResultType != "task" && !answersBeside(r, *a.first) {
			out = append(out, took)
		}
	}
	return out
}

// answersBeside reports whether another call is answered at about the same time as one: who makes several
// may cancel those that it needs no more as the first is answered.
func answersBeside(r *clientcheck.Run, answer clientcheck.Indexed) bool {
	return slices.ContainsFunc(r.SentBack("tools/call"), func(o clientcheck.Indexed) bool {
		return o.ID != answer.ID && o.At.Sub(answer.At).Abs() < onItsWay
	})
}

// isLast reports whether the client says nothing more in the connection of a message.
func isLast(r *clientcheck.Run, m clientcheck.Indexed) bool {
	return !slices.ContainsFunc(r.Received(), func(o clientcheck.Indexed) bool { return o.Conn == m.Conn && o.Place > m.Place })
}

// connected is an id in a connection.
type connected struct {
	conn int
	id   string
}

// answeringOf goes through a run once, as that may be long.
func answeringOf(r *clientcheck.Run) map[connected]*answering {
	out, before, begun := map[connected]*answering{}, time.Time{}, map[int]bool{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		id, _ := idOf(json.RawMessage(e.ID))
		of := out[connected{e.Conn, id}]
		if of == nil {
			of = &answering{}
			out[connected{e.Conn, id}] = of
		}
		switch {
		case e.Direction == fakeserver.Received:
			if of.asked == nil && e.ID != "" && e.Method != "" {
				of.asked, of.late = &e, !begun[e.Conn] || e.At.Sub(before) > soon // a server may start slowly
			}
			before, begun[e.Conn] = e.At, true
		case membersOf(e.Entry)["method"] != nil:
		default:
			if of.first == nil {
				of.first = &e
			}
			before = e.At
			if of.prompt == nil && of.asked != nil && !of.late && e.At.Sub(of.asked.At) < soon {
				of.prompt = &e
			}
		}
	}
	return out
}

// soon is how soon an answer comes before which no timeout can have come.
const soon = 200 * time.Millisecond

func cancelledID(m clientcheck.Indexed) json.RawMessage {
	var p struct{ RequestID json.RawMessage }
	clientcheck.Params(m.Raw, &p)
	return p.RequestID
}
