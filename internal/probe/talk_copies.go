package probe

import "time"

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
	if ProgressToken(f) == "" && copied && t.calls(before.at) > 1 {
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
