package probe

import (
	"sync"
	"time"
)

// AtTheSameTime is how long after a message another one that is the same on another
// stream is taken for a copy.
const AtTheSameTime = 100 * time.Millisecond

// apart is what lies between calls whose messages are to be told apart.
const apart = 2 * AtTheSameTime

// once judges a notification that has a reason: log messages need none of their own,
// but hardly come twice at a time.
func (t *talk) once(ch *channel, f Frame, say sayFunc) {
	if ch.stream == 0 {
		return
	}
	key := keyOf(f.Raw)
	before, again := t.told[key]
	get := ch.kind == getChannel
	t.told[key] = told{ch.stream, get, f.At}
	// Two requests may well have the same effect at the same time.
	copied := again && before.stream != ch.stream && (get || before.get) && f.At.Sub(before.at) < AtTheSameTime
	elsewhere := f.Method() != "notifications/message" && t.watch.calls.elsewhere(t, before.at)
	if ProgressToken(f) == "" && copied && (elsewhere || t.calls(before.at) > 1) {
		t.unsure = true // each of the calls may have caused one of them
		return
	}
	if f.Method() == "notifications/message" { // which may greet each GET stream
		copied = copied && get != before.get
	}
	say(OneStream, errorIf(copied, "two event streams carry one notification"))
}

// calls is how many calls of tools a message may be about that came at a time: those without an
// answer, and those answered just before. t.mu is held.
func (t *talk) calls(at time.Time) (n int) {
	for _, a := range t.order {
		if a.method == "tools/call" && (a.answers == 0 || at.Sub(a.answered) < AtTheSameTime) {
			n++
		}
	}
	return n
}

// callApart calls tools once more, with a pause before each of them, where messages came on two
// streams that more than one call may have caused.
func (c *Conn) callApart(tools []Tool) {
	c.talk.mu.Lock()
	unsure := c.talk.unsure
	c.talk.mu.Unlock()
	for i := range tools {
		if !unsure || c.bench.Sleep(apart) != nil {
			return
		}
		c.callAll(tools[i : i+1])
	}
}

// callLog is when tools were called, in all sessions: what one has changed others are told of.
type callLog struct {
	mu    sync.Mutex
	spans map[*asked]span
}

// span is the time of one call; answered is zero before its answer.
type span struct {
	talk            *talk
	begun, answered time.Time
}

// longCall is after which time a call without an answer is taken for lost.
const longCall = 5 * time.Second

func (l *callLog) begin(a *asked, t *talk, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.spans == nil {
		l.spans = map[*asked]span{}
	}
	for old, s := range l.spans {
		if now.Sub(s.begun) > longCall && now.Sub(s.answered) > longCall {
			delete(l.spans, old)
		}
	}
	l.spans[a] = span{talk: t, begun: now}
}

func (l *callLog) end(a *asked, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, known := l.spans[a]; known {
		s.answered = now
		l.spans[a] = s
	}
}

// ToldOfOthers reports whether what came at a time may be about the call of a tool in another session.
func (c *Conn) ToldOfOthers(at time.Time) bool { return c.talk.watch.calls.elsewhere(c.talk, at) }

// elsewhere reports whether another session may have caused what came at a time.
func (l *callLog) elsewhere(t *talk, at time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.spans {
		running := s.answered.IsZero() && at.Sub(s.begun) < longCall
		if s.talk != t && (running || at.Sub(s.answered) < AtTheSameTime) {
			return true
		}
	}
	return false
}
