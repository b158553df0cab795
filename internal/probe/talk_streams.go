package probe

import (
	"errors"
	"fmt"
	"io"
)

// over takes the end of the event stream of a request, which a client can come back to.
func (t *talk) over(ch *channel, err error) {
	t.empty(ch, err)
	t.unanswered(ch, err)
	if !errors.Is(err, io.EOF) || ch.kind != postChannel || len(ch.request) != 1 || !ch.back {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if own := t.asked[ch.request[0].ID()]; own != nil && own.answers == 0 {
		own.early, own.retried = true, ch.retry
	}
}

// empty judges the end of an event stream of 2026-07-28, where no client can come back: it is to
// have carried the answer. One that carried anything is the business of other checks, and so is a
// subscription.
func (t *talk) empty(ch *channel, err error) {
	if !t.bench.IsModern() || !errors.Is(err, io.EOF) || ch.kind != postChannel || len(ch.request) != 1 || ch.edited {
		return
	}
	f := ch.request[0]
	t.mu.Lock()
	own := t.asked[f.ID()]
	open := own != nil && own.answers == 0 && ch.events == 0 && !t.gaveUp[f.ID()] && f.Method() != "subscriptions/listen"
	t.mu.Unlock()
	text := ""
	if open {
		text = fmt.Sprintf("the event stream of %s ended, and nothing had come on it", described(f))
	}
	t.watch.blame(StreamsFull, text)
}

// unanswered judges the end of an event stream of a revision with a handshake to which no client can
// come back, as no event had an id: it is to have carried the answer. In a session that is left, and
// for a request that was cancelled, it need not; of one whose last event is cut another check tells.
func (t *talk) unanswered(ch *channel, err error) {
	if t.bench.IsModern() || !errors.Is(err, io.EOF) || ch.kind != postChannel || len(ch.request) != 1 || ch.edited || ch.back || ch.cut {
		return
	}
	f := ch.request[0]
	t.mu.Lock()
	own := t.asked[f.ID()]
	open := own != nil && own.answers == 0 && !t.gaveUp[f.ID()] && !t.left
	t.mu.Unlock()
	text := ""
	if open {
		text = fmt.Sprintf("the event stream of %s ended without its answer, and without the id of an event to come back to", described(f))
	}
	t.watch.blame(StreamsAnswered, text)
}

// cameBack judges an event stream that has ended early, once its answer has come on another
// one: without an answer it is the business of another check. t.mu is held.
func (t *talk) cameBack(a *asked, say sayFunc) {
	if a.early && t.revision >= polling {
		say(RetrySaid, errorIf(!a.retried, "the event stream of %s ended before its answer and had no retry field", a.what))
	}
	a.early = false
}

// polling is the revision from which on a server may leave clients to come back.
const polling = "2025-11-25"

// ended judges whether the event stream of a request has ended when it had to.
func (t *talk) ended(ch *channel, ended bool) {
	if ch.kind != postChannel {
		return
	}
	text := ""
	if !ended {
		text = fmt.Sprintf("the event stream of %s is still open %s after the answer", described(ch.request[0]), StreamGrace)
	}
	t.watch.blame(StreamsEnd, text)
}
