package probe

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What later messages are compared with stays small, however long a server's ids, events and
// notifications are, and is gone with its connection.
func TestLongNamesOfManyConnectionsAreNotKept(t *testing.T) {
	b := &Bench{Target: Target{}.withDefaults(), ledger: &ledger{}, seen: &statistics{}, watch: newWatch(), pool: newPool(nil, nil)}
	long := strings.Repeat("x", 1<<20)
	before := held()
	for range 40 {
		c := &Conn{bench: b, inbox: newInbox(context.Background, b.Target.Clock), talk: b.newTalk()}
		stream := &channel{kind: getChannel, stream: 1}
		for _, raw := range []string{
			`{"jsonrpc":"2.0","id":"` + long + `","method":"ping"}`,
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + long + `"}}`,
			`{"jsonrpc":"2.0","id":null,"result":{"a":"` + long + `"}}`,
		} {
			l, frames := Line{Raw: []byte(raw), EOL: "\n"}, parseFrames([]byte(raw))
			c.talk.heard(stream, l.Raw, frames)
			c.talk.heard(&channel{}, l.Raw, frames)
			c.bench.seen.line(l, frames, true, nil)
		}
		c.talk.event(stream, Event{ID: long})
		c.Session = long + string(rune('a'+len(b.watch.talks)))
		b.ledger.given(c)
	}
	kept := held() - before
	assert.Check(t, int64(kept) < 8<<20, "%d MB", kept>>20)
	assert.Check(t, len(b.Logs()) <= 1)
	talk := b.watch.talks[0]
	assert.Equal(t, len(talk.requests), 1)
	talk.forget()
	assert.Equal(t, len(talk.requests)+len(talk.told)+len(talk.events), 0)
	goruntime.KeepAlive(b)
}

// Long ids are still told from one another, and what is short is spelled as it is.
func TestLongIDsDiffer(t *testing.T) {
	long := strings.Repeat("é", 2*maxName)
	one, other := SameJSON([]byte(`"`+long+`1"`)), SameJSON([]byte(`"`+long+`2"`))
	assert.Check(t, one != other)
	assert.Check(t, len(one) < maxName && strings.Contains(one, "(4099 bytes"), one)
	assert.Equal(t, one, SameJSON([]byte(`"`+long+`1"`)))
	assert.Check(t, Alike(`"`+long+`1"`, `"`+long+`1"`))
	short := `"` + strings.Repeat("x", maxName-2) + `"`
	assert.Equal(t, SameJSON([]byte(short)), short)
	f := ParseFrame([]byte(`{"jsonrpc":"2.0","id":"` + long + `","result":{}}`))
	assert.Check(t, f.Answers(`"`+long+`"`) && !f.Answers(`"`+long+`1"`))
}

// Of many answers without an id the first are enough.
func TestAnswersWithoutIDAreBounded(t *testing.T) {
	b := &Bench{Target: Target{}.withDefaults(), seen: &statistics{}, watch: newWatch()}
	c := b.newTalk()
	f := ParseFrame([]byte(`{"jsonrpc":"2.0","result":{}}`))
	for range 10 * maxIdless {
		c.heard(&channel{}, f.Raw, []Frame{f})
	}
	assert.Equal(t, len(c.idless), maxIdless)
}

// An id that no header could bring back floods a connection, and the error says so.
func TestLongIDsOfEventsAreAFlood(t *testing.T) {
	for size, long := range map[int]bool{maxFields: false, maxFields + 1: true} {
		for _, field := range []string{"id", "event", "retry"} {
			events := 0
			err := readEvents(strings.NewReader(field+": "+strings.Repeat("9", size)+"\ndata: {}\n\n"), func(Event) bool { events++; return true })
			assert.Equal(t, errors.Is(err, errNamed), long, "%s %d", field, size)
			assert.Equal(t, events == 0, long)
			c := &Conn{inbox: testInbox()}
			_, flood := errors.AsType[*FloodError](c.endOf(err))
			assert.Equal(t, flood, long)
			if long {
				assert.ErrorContains(t, c.endOf(err), "an event has an id, a name and a time of more than 64.0 kB")
			}
		}
	}
}
