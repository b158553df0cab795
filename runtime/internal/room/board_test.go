package room

import (
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/event"
)

func TestRoomMoves(t *testing.T) {
	states := []RoomState{"", Idle, RoomConnecting, RoomConnected, RoomError}
	var moves []string
	for _, from := range states {
		for _, to := range states {
			if RoomMove(from, to) {
				moves = append(moves, from.title()+" "+to.title())
			}
		}
	}
	assert.DeepEqual(t, moves, []string{
		"None Idle", "Idle Connecting", "Connecting Connecting", "Connecting Connected", "Connecting Error",
		"Connected Connecting", "Error Connecting",
	})
}

// bench is a board with a clock and what it has handed on.
type bench struct {
	*Board
	now  time.Time
	seen []event.Event
}

// Provider is one of those on the board.
func (b *bench) Provider(id string) (Provider, bool) {
	for _, p := range b.Providers() {
		if p.ID == id {
			return p, true
		}
	}
	return Provider{}, false
}

func newBench() *bench {
	b := &bench{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	b.Board = NewBoard(event.SinkFunc(func(e event.Event) { b.seen = append(b.seen, e) }), 5, "")
	return b
}

func (b *bench) emit(e event.Event) {
	e.At, e.Server = b.now, "docs"
	b.Emit(e)
}

func (b *bench) state(to string) { b.emit(event.Event{Kind: event.ServerState, To: to}) }
func (b *bench) fail(n int) {
	b.emit(event.Event{Kind: event.AttemptFail, N: n, Err: fmt.Sprint("failure ", n)})
}

func (b *bench) logged(levels ...string) (records []string) {
	for _, e := range b.seen {
		for _, level := range levels {
			if e.Kind == event.ServerLog && e.Name == level {
				records = append(records, e.Text)
			}
		}
	}
	return records
}

func TestALifeOnTheBoard(t *testing.T) {
	b := newBench()
	begin := b.now
	b.state("connecting") // of a provider that was never made known
	assert.Equal(t, len(b.Providers()), 0)
	b.state("held")
	b.state("held")
	b.now = b.now.Add(time.Second)
	b.emit(event.Event{Kind: event.ProviderLoad})
	b.emit(event.Event{Kind: event.AttemptStart, N: 1})
	b.state("connecting")
	b.fail(1)
	b.state("backoff")
	b.emit(event.Event{Kind: event.BackoffWait, N: 1, After: time.Minute})
	p, ok := b.Provider("docs")
	assert.Assert(t, ok)
	at := begin.Add(time.Second)
	assert.DeepEqual(t, p, Provider{
		ID: "docs", State: RoomConnecting, Attempts: 1, Changed: at, Err: "failure 1", Retry: at.Add(time.Minute),
	})
	b.now = b.now.Add(time.Minute)
	b.emit(event.Event{Kind: event.AttemptStart, N: 2})
	b.state("listing")
	b.state("ready")
	b.state("closed") // of an earlier life
	p, _ = b.Provider("docs")
	assert.DeepEqual(t, p, Provider{ID: "docs", State: RoomConnected, Attempts: 2, Changed: b.now})
	assert.DeepEqual(t, b.logged("info"), []string{
		"[docs] State transition: None -> Idle", "[docs] State transition: Idle -> Connecting",
		"[docs] State transition: Connecting -> Connected",
	})
	assert.DeepEqual(t, b.logged("warn"), []string{"[docs] Connection attempt 1/5 failed: failure 1"})
}

func TestAnErrorWithoutAnAttemptIsKept(t *testing.T) {
	b := newBench()
	b.state("held")
	b.emit(event.Event{Kind: event.ProviderLoad})
	b.emit(event.Event{Kind: event.ServerState, To: "failed", Err: "no such thing"})
	p, _ := b.Provider("docs")
	assert.Equal(t, p.Err, "no such thing")
	_, ok := b.Provider("mail")
	assert.Assert(t, !ok)
}

func TestErrorsAreLoggedOncePerMinute(t *testing.T) {
	for _, tc := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {59_999 * time.Millisecond, 1}, {60 * time.Second, 1}, {60_001 * time.Millisecond, 2}} {
		b := newBench()
		b.state("held")
		b.fail(1)
		b.now = b.now.Add(tc.after)
		b.emit(event.Event{Kind: event.ServerLog, Name: "error", Text: "stream failed"})
		assert.Equal(t, len(b.logged("warn", "error")), tc.want, "after %s", tc.after)
		b.emit(event.Event{Kind: event.ServerLog, Name: "debug", Text: "details"})
		b.emit(event.Event{Kind: event.ServerLog, Name: "info", Text: "news"})
		assert.Equal(t, len(b.logged("debug")), 3-tc.want, "what is too much is for debugging")
	}
}

// TestBoardFollowsAnyLife feeds the board what a manager says in lives that are
// drawn at random.
func TestBoardFollowsAnyLife(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBench()
		b.state("held")
		wait := func(longest time.Duration) {
			b.now = b.now.Add(time.Duration(rapid.Int64Range(0, int64(longest)).Draw(t, "wait")))
		}
		for range rapid.IntRange(1, 20).Draw(t, "cycles") {
			wait(2 * time.Minute)
			if p, _ := b.Provider("docs"); p.State != RoomConnected {
				b.emit(event.Event{Kind: event.ProviderLoad})
			}
			cycle(b, rapid.IntRange(0, 5).Draw(t, "failures"), wait)
		}
		checkHistory(t, b)
	})
}

// cycle is one cycle of attempts, of which some fail.
func cycle(b *bench, failures int, wait func(time.Duration)) {
	for n := 1; n <= failures; n++ {
		b.emit(event.Event{Kind: event.AttemptStart, N: n})
		b.state("connecting")
		wait(30 * time.Second)
		b.fail(n)
		if n < 5 {
			b.state("backoff")
			b.emit(event.Event{Kind: event.BackoffWait, N: n, After: time.Second})
		}
	}
	if failures == 5 {
		b.state("failed")
		b.emit(event.Event{Kind: event.ServerLog, Name: "error", Text: "failed after retries"})
		return
	}
	b.emit(event.Event{Kind: event.AttemptStart, N: failures + 1})
	for _, s := range []string{"connecting", "handshaking", "listing", "ready"} {
		b.state(s)
	}
}

func checkHistory(t *rapid.T, b *bench) {
	var state RoomState
	var changed, logged time.Time
	for _, e := range b.seen {
		switch {
		case e.Kind == event.ProviderState:
			if RoomState(e.From) != state || !RoomMove(RoomState(e.From), RoomState(e.To)) {
				t.Fatalf("from %s to %s in state %s", e.From, e.To, state)
			}
			state, changed = RoomState(e.To), e.At
		case e.Grave():
			if !logged.IsZero() && e.At.Sub(logged) <= QuietFor {
				t.Fatalf("errors at %s and %s", logged, e.At)
			}
			logged = e.At
		}
	}
	p, _ := b.Provider("docs")
	switch {
	case p.State != state || !p.Changed.Equal(changed):
		t.Fatalf("%+v, but the last transition was to %s at %s", p, state, changed)
	case p.State == RoomConnected && p.Err != "", p.State == RoomError && (p.Err == "" || p.Attempts != 5):
		t.Fatalf("%+v", p)
	case !p.Retry.IsZero():
		t.Fatalf("%+v has a retry", p)
	}
}
