package probe

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// excerpt is what a check shows of the connection.
type excerpt struct {
	begin  time.Time
	events []event.Event
}

const (
	// maxPrologue bounds the events of the first handshake, and of each process that
	// was started ahead.
	maxPrologue = 20
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
}

// EndExcerpt ends the excerpt of a check and returns it with its first moment.
func (b *Bench) EndExcerpt() (begin time.Time, events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.excerpt
	b.excerpt = nil
	return x.begin, x.events
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
	case b.tape != nil:
		*b.tape = append(*b.tape, e)
	case b.excerpt != nil:
		b.excerpt.events = append(b.excerpt.events, e)
	case len(b.prologue) < maxPrologue:
		b.prologue = append(b.prologue, e)
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

// RecallFirst puts the first handshake into the excerpt of the check that runs.
func (b *Bench) RecallFirst() { b.Recall(b.prologue) }

// record returns the events of f, which then are in no excerpt.
func (b *Bench) record(f func()) []event.Event {
	var tape []event.Event
	set := func(to *[]event.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.tape = to
	}
	set(&tape)
	f()
	set(nil)
	return tape
}

// life is whether a check uses a process, and so whether what it says belongs
// into the excerpt.
type life int

const (
	used    life = iota
	spare        // started ahead: what it says is kept for the check that takes it
	retired      // done with: what it says concerns no check
)

// said takes what the process of c wrote.
func (c *Conn) said(l Line) {
	e := c.bench.message("server", "received", l.Raw)
	c.bench.mu.Lock()
	defer c.bench.mu.Unlock()
	c.bench.seen.line(l, true, c.sent)
	switch {
	case c.life == used:
		c.bench.keep(e)
	case c.life == spare && len(c.early) < maxPrologue:
		c.early = append(c.early, e)
	}
}

// adopt makes a spare the connection of the check that runs.
func (b *Bench) adopt(c *Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range c.early {
		b.keep(e)
	}
	if b.excerpt != nil && len(c.early) > 0 && c.early[0].At.Before(b.excerpt.begin) {
		b.excerpt.begin = c.early[0].At
	}
	c.life, c.early = used, nil
}

// message is an event with a message in it.
func (b *Bench) message(actor string, kind event.Kind, raw []byte) event.Event {
	return event.Event{At: b.Target.Clock.Now(), Actor: actor, Kind: kind, Raw: shown(raw)}
}

// note shows a message.
func (b *Bench) note(actor string, kind event.Kind, raw []byte) { b.Emit(b.message(actor, kind, raw)) }

// noteEvent shows an event of a stream.
func (b *Bench) noteEvent(e Event) {
	b.Emit(event.Event{At: b.Target.Clock.Now(), Actor: "server", Kind: "sse.event", Name: e.Name, ID: e.ID, Raw: shown(e.Data)})
}

// noteRequest shows a request whose answer is read in the background.
func (b *Bench) noteRequest(verb string, body []byte, since string) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "client", Kind: "http.request", Name: verb, Raw: shown(body)}
	if since != "" {
		e.Text = "Last-Event-ID: " + since
	}
	b.Emit(e)
}

// noteReply shows the frame of an HTTP answer; its messages were shown already.
func (b *Bench) noteReply(r *Reply) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.Status, Text: r.ContentType}
	if r.Err != nil {
		e.Err = r.Err.Error()
	}
	if r.ContentType != "application/json" {
		e.Raw = shown(r.Body)
	}
	b.Emit(e)
}
