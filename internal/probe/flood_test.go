package probe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func testInbox() *inbox { return newInbox(context.Background, clock.Real()) }

// held is how many bytes the program holds.
func held() uint64 {
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestAFloodIsCountedAndNotKept(t *testing.T) {
	for name, c := range map[string]struct {
		line  string
		lines int
	}{
		"small":  {`{"jsonrpc":"2.0","method":"notifications/message"}`, 200_000},
		"large":  {`{"jsonrpc":"2.0","method":"x","params":"` + strings.Repeat("x", 1<<20) + `"}`, 200},
		"stray":  {"no message", 200_000},
		"batch":  {"[" + strings.Repeat(`{"jsonrpc":"2.0","method":"x"},`, 999) + `{"jsonrpc":"2.0","method":"x"}]`, 200},
		"answer": {`{"jsonrpc":"2.0","id":1,"result":{}}`, 200_000},
	} {
		t.Run(name, func(t *testing.T) {
			before := held()
			in := testInbox()
			for range c.lines {
				if !in.full() {
					raw := []byte(c.line)
					in.add(Line{Raw: raw, EOL: "\n"}, parseFrames(raw))
				} else {
					in.count(len(c.line))
				}
			}
			assert.Assert(t, held() < before+64<<20, "%d MB", (held()-before)>>20)
			assert.Assert(t, in.Size() <= maxFrames)
			flood, is := errors.AsType[*FloodError](in.Flooded())
			assert.Assert(t, is)
			assert.Equal(t, flood.Bytes, c.lines*len(c.line))
			goruntime.KeepAlive(in)
		})
	}
}

func TestWaitingEndsWithAFlood(t *testing.T) {
	in := testInbox()
	note := []byte(`{"jsonrpc":"2.0","method":"x"}`)
	for range maxFrames {
		assert.Assert(t, in.add(Line{Raw: note}, parseFrames(note)))
	}
	assert.NilError(t, in.Flooded()) // as many as are kept
	assert.Assert(t, !in.add(Line{Raw: note}, parseFrames(note)))
	err := in.Await(0, 1<<40, answerTo("7"))
	assert.ErrorContains(t, err, fmt.Sprintf("the server floods its client: %d messages", maxFrames+1))
	assert.NilError(t, in.Await(0, 1<<40, func(frames []Frame) bool { return len(frames) > 0 })) // what was kept is still found
}

// A batch of millions is a few bytes each as it is sent, and hundreds when it is read.
func TestABatchOfMillionsIsAFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	for n, flooded := range map[int]bool{maxFrames: false, maxFrames + 1: true, 3_000_000: true} {
		batch := []byte("[{}" + strings.Repeat(",{}", n-1) + "]")
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		frames := parseFrames(batch)
		goruntime.ReadMemStats(&after)
		used := after.TotalAlloc - before.TotalAlloc
		assert.Check(t, used < 50<<20, "%d: %d bytes", n, used)
		in := testInbox()
		assert.Equal(t, in.add(Line{Raw: batch}, frames), !flooded, "%d", n)
		assert.Equal(t, in.Flooded() != nil, flooded, "%d", n)
	}
	assert.Equal(t, len(parseFrames([]byte(" [ ] "))), 0)
	assert.Equal(t, len(parseFrames([]byte(" [ 1 , {} ] "))), 2)
	assert.Equal(t, len(parseFrames([]byte("[1,"))), 1)
}

func TestTheSharedSessionForgetsWhatIsMuch(t *testing.T) {
	in := testInbox()
	small := []byte(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	in.add(Line{Raw: small}, parseFrames(small))
	in.forget()
	assert.Equal(t, in.Size(), 1)
	large := []byte(`{"jsonrpc":"2.0","id":2,"result":{"a":"` + strings.Repeat("x", calmCost) + `"}}`)
	in.add(Line{Raw: large}, parseFrames(large))
	in.forget()
	assert.Equal(t, in.Size(), 0)
}

func TestAnExcerptShowsBeginningAndEnd(t *testing.T) {
	x := &excerpt{}
	const n = 100_000
	for i := range n {
		x.keep(messageNumber(i))
	}
	events := x.all()
	assert.Assert(t, len(events) <= shownFirst+2*shownLast+1)
	assert.Equal(t, events[0].N, 0)
	assert.Equal(t, events[len(events)-1].N, n-1)
	assert.Equal(t, events[shownFirst].Text, fmt.Sprintf("%d events are not shown", n-len(events)+1))
}

func TestValuesAreCounted(t *testing.T) {
	for raw, want := range map[string]int{
		``: 0, `1`: 0, `{}`: 1, `[1,2]`: 2, `{"a":[{},{}],"b,[{":"\\",",":","}`: 7, `{"a\",[{":1}`: 1, `"unended,`: 0, `"\`: 0,
	} {
		assert.Equal(t, countValues([]byte(raw)), want, raw)
	}
}

// A message of a few megabytes can have millions of values, which take gigabytes when they
// are judged. It is a flood, wherever it comes from.
func TestAMessageOfMillionsOfValuesIsAFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	for _, c := range []struct {
		values int
		long   bool
	}{{maxValues, false}, {maxValues + 1, true}} {
		raw := `{"a":[0` + strings.Repeat(",10", c.values-2) + `]}`
		line, err := readLine(bufio.NewReader(strings.NewReader(raw + "\n")))
		assert.Equal(t, len(line), len(raw)+1)
		assert.Equal(t, errors.Is(err, errTooLong), c.long)

		events := 0
		err = readEvents(strings.NewReader("data: "+raw+"\n\n"), func(Event) bool { events++; return true })
		assert.Equal(t, errors.Is(err, errTooLong), c.long)
		assert.Equal(t, events == 0, c.long)

		conn := &Conn{inbox: testInbox()}
		body, err := conn.readLimited(strings.NewReader(raw))
		assert.Equal(t, err != nil, c.long)
		assert.Equal(t, len(body) == 0, c.long)
		assert.Equal(t, conn.Flooded() != nil, c.long)
	}
}

// The ids of events are kept with them: long ones count.
func TestLongIDsOfEventsAreCounted(t *testing.T) {
	c := &Conn{inbox: testInbox()}
	for range maxFrames {
		assert.Assert(t, c.weigh(Event{ID: "1", Name: "message"}))
	}
	n := 0
	for c.weigh(Event{ID: strings.Repeat("x", 1<<20)}) {
		n++
		assert.Assert(t, n < 100)
	}
	assert.Assert(t, c.Flooded() != nil)
}

// A body is never judged by its beginning.
func TestALongBodyIsAFlood(t *testing.T) {
	for size, long := range map[int]bool{MaxMessage: false, MaxMessage + 1: true} {
		conn := &Conn{inbox: testInbox()}
		body, err := conn.readLimited(strings.NewReader(strings.Repeat("x", size)))
		assert.Equal(t, err != nil, long)
		assert.Equal(t, len(body) == 0, long)
		assert.Equal(t, conn.Flooded() != nil, long)
	}
}

func TestAnEventIsBounded(t *testing.T) {
	var b strings.Builder
	for range 2000 {
		b.WriteString("data: " + strings.Repeat("x", 16<<10) + "\n")
	}
	err := readEvents(strings.NewReader(b.String()), func(Event) bool { return true })
	assert.ErrorIs(t, err, errTooLong)
}

func messageNumber(i int) event.Event { return event.Event{Kind: "received", N: i} }
