package probe

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// excerpt is what a check shows of the connection: its beginning and its end.
type excerpt struct {
	begin  time.Time
	events []event.Event
	last   []event.Event // after the first ones, at most twice as many as are shown
	left   int           // out between them
}

// keep takes an event.
func (x *excerpt) keep(e event.Event) {
	if len(x.events) < shownFirst {
		x.events = append(x.events, e)
		return
	}
	if x.last = append(x.last, e); len(x.last) == 2*shownLast {
		x.last = append(x.last[:0], x.last[shownLast:]...)
		x.left += shownLast
	}
}

// all are the events, with one for what is left out.
func (x *excerpt) all() []event.Event {
	if x.left == 0 {
		return slices.Concat(x.events, x.last)
	}
	gap := event.Event{At: x.last[0].At, Actor: "mcpsim", Kind: "left.out", Text: fmt.Sprintf("%d events are not shown", x.left)}
	return slices.Concat(x.events, []event.Event{gap}, x.last)
}

const (
	// maxEarly bounds the events of the first handshake, and of each process that
	// was started ahead.
	maxEarly = 20
	// shownFirst and shownLast bound the events of a check.
	shownFirst, shownLast = 1000, 500
	// maxRecorded bounds those of a session that checks share.
	maxRecorded = 5000
	// shownRaw bounds each message of an excerpt, in bytes.
	shownRaw = 1 << 10
)

// shown is as much of a message as an excerpt shows.
func shown(raw []byte) string { return string(raw[:min(len(raw), shownRaw)]) }

// BeginExcerpt begins the excerpt of a check.
func (b *Bench) BeginExcerpt() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.excerpt = &excerpt{begin: b.Target.Clock.Now()}
	b.sent = nil
	b.seen.check()
	b.beginBudget()
	if b.warm != nil && b.warm.forget() {
		b.warm.talk.forget()
	}
}

// EndExcerpt ends the excerpt of a check and returns it with its first moment.
func (b *Bench) EndExcerpt() (begin time.Time, events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.excerpt
	b.excerpt = nil
	b.endBudget()
	return x.begin, x.all()
}

// Emit puts an event into the excerpt of the check that runs. It may be called at
// any time.
func (b *Bench) Emit(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keep(e)
}

// keep is Emit while b.mu is held.
func (b *Bench) keep(e event.Event) {
	switch {
	case b.recording != nil:
		if len(*b.recording) < maxRecorded {
			*b.recording = append(*b.recording, e)
		}
	case b.excerpt != nil:
		b.excerpt.keep(e)
	case len(b.handshake) < maxEarly:
		b.handshake = append(b.handshake, e)
	}
}

// Recall puts events from before the check that runs into its excerpt.
func (b *Bench) Recall(events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(events) > 0 && b.excerpt != nil {
		b.excerpt.events = slices.Concat(events, b.excerpt.events)
		b.excerpt.begin = events[0].At
	}
}

// RecallBrowse puts what was read into the excerpt of the check that runs.
func (b *Bench) RecallBrowse() { b.Recall(b.ledger.browse.value.Events) }

// RecallWatch puts the session of a [Watch] into the excerpt of the check that runs.
func (b *Bench) RecallWatch() { b.Recall(b.ledger.watched.value.Events) }

// RecallAsking puts the sessions of an [Asking] into the excerpt of the check that runs.
func (b *Bench) RecallAsking() { b.Recall(b.ledger.asking.value.Events) }

// RecallFirst puts the first handshake into the excerpt of the check that runs.
func (b *Bench) RecallFirst() { b.Recall(b.handshake) }

// record returns the events of f, which then are in no excerpt.
func (b *Bench) record(f func()) []event.Event {
	var recording []event.Event
	set := func(to *[]event.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.recording = to
	}
	set(&recording)
	f()
	set(nil)
	return recording
}

// message is an event with a message in it.
func (b *Bench) message(actor string, kind event.Kind, raw []byte) event.Event {
	return event.Event{At: b.Target.Clock.Now(), Actor: actor, Kind: kind, Raw: shown(raw)}
}

// note shows a message.
func (b *Bench) note(actor string, kind event.Kind, raw []byte) { b.Emit(b.message(actor, kind, raw)) }

// noteEvent shows an event of a stream.
func (b *Bench) noteEvent(e Event) {
	b.Emit(b.streamed(e))
}

// streamed is an event with one of a stream.
func (b *Bench) streamed(e Event) event.Event {
	return event.Event{
		At: b.Target.Clock.Now(), Actor: "server", Kind: "sse.event",
		Name: shown([]byte(e.Name)), ID: shown([]byte(e.ID)), Raw: shown(e.Data),
	}
}

// noteRequest shows a request whose answer is read in the background.
func (b *Bench) noteRequest(verb string, body []byte, since string) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "client", Kind: "http.request", Name: verb, Raw: shown(body)}
	if since != "" {
		e.Text = "Last-Event-ID: " + shown([]byte(since))
	}
	b.Emit(e)
	b.keepSent(body)
}

// noteReply shows the frame of an HTTP answer; its messages were shown already.
func (b *Bench) noteReply(r *Reply) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.Status, Text: r.ContentType}
	if r.Err != nil {
		e.Err = r.Err.Error()
	} else if r.Status == http.StatusOK {
		b.ledger.leave("")
	}
	if r.ContentType != "application/json" {
		e.Raw = shown(r.Body)
	}
	b.Emit(e)
}
