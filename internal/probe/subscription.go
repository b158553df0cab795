package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Subscription is a request subscriptions/listen of the modern era that was sent. Its
// owner ends it.
type Subscription struct {
	ID string // as JSON

	c      *Conn
	begin  int     // messages that came before
	stream *Stream // HTTP
}

// Subscribe asks to be told of what a filter names, a JSON object; "" = there is none. id is the
// id of the request, as JSON; "" = a new one.
func (c *Conn) Subscribe(filter, id string) (*Subscription, error) {
	if id == "" {
		id = c.bench.NextID()
	}
	c.Use(id)
	s := &Subscription{ID: id, c: c, begin: c.Size()}
	params := `{"notifications":` + filter + `}`
	if filter == "" {
		params = "{}"
	}
	raw := c.Message(listenMethod, params, id)
	if c.Pushed() {
		return s, c.Send(raw)
	}
	c.bench.noteSent(raw)
	s.stream = c.Post(raw, id)
	return s, s.stream.Reply.Err
}

// Frames are the messages of the subscription so far: over HTTP those on its stream,
// over stdio those that name it.
func (s *Subscription) Frames() []Frame {
	if s.stream != nil {
		return s.stream.Frames()
	}
	return s.own(s.c.From(s.begin))
}

func (s *Subscription) own(frames []Frame) (out []Frame) {
	for _, f := range frames {
		if f.Answers(s.ID) || Alike(string(SubscriptionID(f)), s.ID) {
			out = append(out, f)
		}
	}
	return out
}

// Reply is the head of the HTTP answer; nil over stdio.
func (s *Subscription) Reply() *Reply {
	if s.stream == nil {
		return nil
	}
	return s.stream.Reply
}

// SubscriptionID is the id of the subscription that a message names, as JSON; nil = none.
func SubscriptionID(f Frame) json.RawMessage {
	meta := f.Param("_meta")
	if f.IsResponse() {
		meta = Page(f)["_meta"]
	}
	return partOf(meta, MetaSubscription)
}

// IsAcknowledgement reports whether a message acknowledges a subscription.
func IsAcknowledgement(f Frame) bool { return f.Method() == acknowledging }

// Await waits until found is true of the messages of the subscription. The error is as
// that of [Conn.Await].
func (s *Subscription) Await(d time.Duration, found func([]Frame) bool) error {
	if s.stream != nil {
		return s.stream.Await(d, func(e []Event) bool { return found(FramesOf(e)) })
	}
	return s.c.Await(s.begin, d, func(frames []Frame) bool { return found(s.own(frames)) })
}

// unheardPatience is how long an acknowledgement is awaited behind one that never came: each of
// some twenty checks would wait as long as for an answer.
const unheardPatience = time.Second

// Acknowledged waits for the acknowledgement, or for an answer instead of it, and returns
// it. The error says why there is none.
func (s *Subscription) Acknowledged() (Frame, error) {
	first := func(frames []Frame) (Frame, bool) {
		for _, f := range frames {
			if IsAcknowledgement(f) || f.IsResponse() {
				return f, true
			}
		}
		return Frame{}, false
	}
	if s.stream != nil && !s.stream.Reply.IsStream() {
		f, ok := first(s.stream.Frames())
		if !ok {
			return f, fmt.Errorf("subscriptions/listen is answered with %s", s.stream.Reply)
		}
		return f, nil
	}
	patience := s.c.Patience()
	if s.stream != nil { // no process has to start
		patience = min(patience, s.c.bench.Target.Timeout)
	}
	if s.c.bench.ledger.unheard.Load() {
		patience = min(patience, unheardPatience)
	}
	err := s.Await(patience, func(frames []Frame) bool { _, ok := first(frames); return ok })
	if f, ok := first(s.Frames()); ok {
		if IsAcknowledgement(f) {
			s.c.bench.ledger.unheard.Store(false)
		}
		return f, nil
	}
	if errors.Is(err, ErrSilent) {
		s.c.bench.silence++
		s.c.bench.ledger.unheard.Store(true)
	}
	return Frame{}, fmt.Errorf("subscriptions/listen has no acknowledgement: %w", s.c.Explain(err))
}

// End ends the subscription as a client does: it closes its stream, or over stdio sends a
// cancellation.
func (s *Subscription) End() error {
	if s.stream != nil {
		s.stream.Cut()
		return nil
	}
	return s.c.Notify(cancelling, fmt.Sprintf(`{"requestId":%s,"reason":"not needed any more"}`, s.ID))
}

// Changes is what was told of changes while the tools that may be called were called, to
// two subscriptions on one connection.
type Changes struct {
	None   error             // the error of a step: why nothing was subscribed to; or nil
	Wanted map[string]bool   // members of the filter that were asked for
	Acks   []Frame           // of the two subscriptions
	First  []Frame           // what came to the first one before the tools were called again
	During []Frame           // what came to the first one while it was open
	After  []Frame           // what came with its id once it had ended
	Before map[string]string // each declared list before the calls
	Later  map[string]string // and after them
	// Changed are the resources subscribed to that were the same before the calls, and
	// another after.
	Changed []string
	// Late is the one that was left out if it has changed, was subscribed to when the tools
	// were called again, and changed again: Second came to its subscription.
	Late   []string
	Again  Again
	Over   bool // the server has ended the first one
	Cut    bool // and has not answered it
	Second []Frame
	// Twin is what came to another subscription with the filter of the first, on the same
	// connection and as long; nil = it was not agreed to.
	Twin []Frame
	// TwinAck is its acknowledgement.
	TwinAck Frame
	// Namesakes are what came to two subscriptions of two clients with the same filter, and with the
	// same id; nil = they were not agreed to, or there is one client, as over stdio.
	Namesakes [][]Frame
	// Silenced is what the twin was told of before, and not once the first one had ended,
	// though it had changed again; "" = nothing.
	Silenced string
	Events   []event.Event
}

// Changes subscribes to all that is declared and calls tools, once for all checks. The
// error is that of its connection.
func (b *Bench) Changes() (*Changes, error) {
	return b.ledger.changes.get(b, func() (*Changes, error) {
		ch := &Changes{Wanted: map[string]bool{}, Before: map[string]string{}, Later: map[string]string{}}
		var err error
		ch.Events = b.record(func() { err = b.makeChanges(ch) })
		return ch, err
	})
}

// Listenable is a filter that asks for all that the server declares, with some of its
// resources; false = it declares nothing of the kind.
func (c *Conn) Listenable() (filter string, wanted map[string]bool, any bool) {
	members, wanted := map[string]json.RawMessage{}, map[string]bool{}
	for _, l := range Lists() {
		if member := filterOf["notifications/"+l.Capability+"/list_changed"]; c.DeclaresMember(l.Capability, "listChanged") {
			members[member], wanted[member] = json.RawMessage("true"), true
		}
	}
	if c.DeclaresMember("resources", "subscribe") {
		if uris := c.watchable(); len(uris) > 0 {
			members["resourceSubscriptions"], _ = json.Marshal(uris[:max(1, len(uris)-1)])
			wanted["resourceSubscriptions"] = true
		}
	}
	text, _ := json.Marshal(members)
	return string(text), wanted, len(members) > 0
}

func (b *Bench) makeChanges(ch *Changes) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a connection: %w", err)
	}
	defer b.Retire(c)
	filter, wanted, some := c.Listenable()
	if ch.Wanted = wanted; !some {
		ch.None = verdict.NotTestable("the server declares neither listChanged nor subscribe of anything")
		return nil
	}
	survey := &Survey{}
	tools, none := survey.choose(c)
	survey.lists(c, ch.Before)
	var uris []string
	_ = jsonparts.Unmarshal(membersOf([]byte(filter))["resourceSubscriptions"], &uris)
	all := uris
	if len(uris) > 0 {
		all = c.watchable() // and the one that is left out
	}
	before := c.contents(all)
	var subs []*Subscription
	for _, f := range []string{filter, "{}"} {
		s, err := c.Subscribe(f, "")
		if err != nil {
			return err
		}
		defer s.End() //nolint:errcheck // it may have ended
		ack, err := s.Acknowledged()
		switch {
		case err != nil:
			ch.None = verdict.Because("M-SUB-01", "%s", err)
			return nil
		case !IsAcknowledgement(ack):
			ch.None = verdict.Because("M-SUB-01", "subscriptions/listen is answered with %s", Quote(ack.Raw))
			return nil
		}
		ch.Acks, subs = append(ch.Acks, ack), append(subs, s)
	}
	named := c.subscribeNamed(filter)
	twin, ack := c.subscribeTwin(filter)
	ch.TwinAck = ack
	namesakes := c.subscribeNamesakes(filter)
	defer namesakes.end()
	for i := 0; len(uris) > 1 && i < len(uris); i += len(uris) - 1 { // which are told of no other one, see [TypeWanted]
		if one := c.subscribeLate(uris[i : i+1]); one != nil {
			defer one.End() //nolint:errcheck // it may have ended
		}
	}
	if level := `"debug"`; c.Declares("logging") { // log messages are for calls, and no subscription's
		c.MetaEdits = map[string]*string{MetaLogLevel: &level}
	}
	if none == nil {
		tools = quickFirst(tools, c.callAll(tools))
	}
	c.MetaEdits = nil
	if err := b.Sleep(lateTime); err != nil {
		return err
	}
	between := c.contents(all)
	ch.Changed = differing(uris, before, between)
	survey.lists(c, ch.Later)
	_ = subs[0].Await(againTime, func(frames []Frame) bool {
		return allTold(frames, ch.Changed) && len(unannounced(frames, ch.Before, ch.Later)) == 0
	})
	ch.First = subs[0].Frames()
	if changed := len(ch.Changed) > 0 || !maps.Equal(ch.Before, ch.Later); changed && none == nil && !subs[0].Over() {
		between = ch.Again.call(c, tools, uris, all, between)
		ch.Again.lists(c, survey, ch.Later)
	}
	ch.Over, ch.Cut = subs[0].Over(), subs[0].Cut()
	if ch.During = subs[0].Frames(); twin != nil {
		ch.Twin = twin.Frames()
	}
	ch.Namesakes = namesakes.told()
	left := c.leftAlone(twin, survey)
	ended, namedEnded, err := c.endBoth(subs[0], named)
	if err != nil {
		return err
	}
	late := c.subscribeLate(differing(all[min(len(uris), len(all)):], before, between))
	if opening, err := c.Subscribe(filter, ""); err == nil { // and is told of nothing before it is acknowledged, see [AckFirst]
		defer opening.End() //nolint:errcheck // it may have ended
	}
	if none == nil {
		c.callAll(tools)
	}
	if err := b.Sleep(lateTime); err != nil {
		return err
	}
	ch.Silenced = left.silenced(survey, uris, between)
	if late != nil {
		ch.Late, ch.Second = differing(late.uris, between, c.contents(late.uris)), late.Frames()
		_ = late.End()
	}
	if c.Pushed() {
		ch.After = subs[0].Frames()[ended:]
		if named != nil {
			ch.After = append(ch.After, named.Frames()[namedEnded:]...)
		}
	}
	return b.Partial(c)
}

// subscribeTwin listens once more to what is listened to; nil = it is not agreed to.
func (c *Conn) subscribeTwin(filter string) (*Subscription, Frame) {
	s, err := c.Subscribe(filter, "")
	if err != nil {
		return nil, Frame{}
	}
	ack, err := s.Acknowledged()
	if err != nil || !IsAcknowledgement(ack) {
		_ = s.End()
		return nil, Frame{}
	}
	return s, ack
}

// lateSubscription is one to a resource that is no other's, or was left out before.
type lateSubscription struct {
	*Subscription
	uris []string
}

// subscribeLate asks to be told of resources; nil = there are none, or it is not agreed to.
func (c *Conn) subscribeLate(uris []string) *lateSubscription {
	if len(uris) == 0 {
		return nil
	}
	s, err := c.Subscribe(fmt.Sprintf(`{"resourceSubscriptions":[%s]}`, Encoded(uris[0])), "")
	if err != nil {
		return nil
	}
	if ack, err := s.Acknowledged(); err != nil || !IsAcknowledgement(ack) {
		_ = s.End()
		return nil
	}
	return &lateSubscription{s, uris[:1]}
}

// Ended reports whether the stream of the subscription has ended; over stdio it never has.
func (s *Subscription) Ended() bool { return s.stream != nil && s.stream.Ended() }

// Over reports whether the server has ended the subscription, with an answer or without.
func (s *Subscription) Over() bool { return s.Ended() || s.answered() }

func (s *Subscription) answered() bool { return slices.ContainsFunc(s.Frames(), Frame.IsResponse) }
