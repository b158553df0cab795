package freshness

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"
)

// ask asks for "a list" and has the answer kept if there is none yet.
func ask(v *View, params, answer string) (found bool) {
	raw, pending := v.Ask("list", []byte(params))
	if raw == nil {
		pending.Keep(json.RawMessage(answer))
	}
	return raw != nil
}

func TestHowLongResultsAreFresh(t *testing.T) {
	const ms = time.Millisecond
	for said, want := range map[string]time.Duration{
		`"ttlMs":1500`:                     1500 * ms,
		`"ttlMs":2.9`:                      2 * ms,
		`"ttlMs":2592000000`:               30 * 24 * time.Hour,
		`"ttlMs":2592000001`:               30 * 24 * time.Hour,
		`"ttlMs":1e300`:                    30 * 24 * time.Hour,
		`"ttlMs":7,"cacheScope":"private"`: 7 * ms,
		`"ttlMs":0`:                        0,
		`"ttlMs":-1`:                       0,
		`"ttlMs":"1500"`:                   0,
		`"ttlMs":null`:                     0,
		`"ttlMs":1500,"cacheScope":7`:      0,
		`"TTLMS":1500`:                     0,
		`"cacheScope":"public"`:            0,
	} {
		clk := clockwork.NewFakeClock()
		v := New(clk).View("docs", "me")
		assert.Check(t, !ask(v, "", "{"+said+"}"), said)
		if want > 0 {
			clk.Advance(want - 1)
			assert.Check(t, ask(v, "", "{}") && v.Kept(), said)
			clk.Advance(1)
		}
		assert.Check(t, !v.Kept() && !ask(v, "", "{}"), said)
	}
}

func TestWhoSharesResults_MOD_11(t *testing.T) {
	for scope, shared := range map[string]bool{`public`: true, `private`: false, `Public`: false, ``: false} {
		s := New(clockwork.NewFakeClock())
		me := s.View("docs", "me")
		ask(me, "", `{"ttlMs":1000,"cacheScope":"`+scope+`"}`)
		assert.Check(t, me.Kept() && s.View("docs", "me").Kept(), scope)
		assert.Equal(t, s.View("docs", "you").Kept(), shared, scope)
		assert.Equal(t, ask(s.View("docs", "you"), "", `{}`), shared, scope)
		assert.Check(t, !s.View("mail", "me").Kept() && !ask(s.View("mail", "me"), "", `{}`), scope)
		me.Renew("you")
		assert.Equal(t, me.Kept(), shared, scope)
	}
}

// What is asked for while its like is said to have changed, or by those who are others then,
// is not kept.
func TestResultsThatAreLate(t *testing.T) {
	for name, meanwhile := range map[string]func(*View){
		"dropped": func(v *View) { v.Drop("list", nil) }, "renewed": func(v *View) { v.Renew("you") },
	} {
		v := New(clockwork.NewFakeClock()).View("docs", "me")
		_, pending := v.Ask("list", nil)
		meanwhile(v)
		pending.Keep(json.RawMessage(`{"ttlMs":1000}`))
		v.Renew("me")
		assert.Check(t, !v.Kept(), name)
	}
}

func TestDrop(t *testing.T) {
	s := New(clockwork.NewFakeClock())
	me, you, other := s.View("docs", "me"), s.View("docs", "you"), s.View("mail", "me")
	for _, v := range []*View{me, you, other} {
		ask(v, "a", `{"ttlMs":1000}`)
		ask(v, "b", `{"ttlMs":1000}`)
	}
	me.Drop("another", nil)
	assert.Check(t, ask(me, "a", `{}`) && ask(me, "b", `{}`))
	me.Drop("list", []byte("a"))
	assert.Check(t, !ask(me, "a", `{}`) && ask(me, "b", `{}`))
	me.Drop("list", nil)
	assert.Check(t, !ask(me, "b", `{}`))
	assert.Check(t, ask(you, "a", `{}`) && ask(you, "b", `{}`) && ask(other, "a", `{}`) && ask(other, "b", `{}`))
}

// Of 64 MiB and 10,000 results all are kept, and no more until some of them are stale.
func TestTheStoreIsBounded(t *testing.T) {
	small := `{"ttlMs":1000}`
	large := `{"ttlMs":1000,"x":"` + strings.Repeat("x", 1<<20-21) + `"}` // 1 MiB
	for name, c := range map[string]struct {
		answer string
		most   int
	}{"bytes": {large, 64}, "results": {small, 10_000}} {
		clk := clockwork.NewFakeClock()
		s := New(clk)
		v := s.View("docs", "me")
		for n := range c.most {
			ask(v, strconv.Itoa(n), c.answer)
		}
		assert.Check(t, ask(v, "0", "{}") && ask(v, strconv.Itoa(c.most-1), "{}"), name)
		ask(v, "more", small)
		assert.Check(t, !ask(v, "more", "{}"), name)
		v.Drop("list", []byte("7"))
		ask(v, "more", small)
		assert.Check(t, ask(v, "more", "{}"), name)
		ask(v, "still more", c.answer)
		assert.Check(t, !ask(v, "still more", "{}"), name)
		clk.Advance(time.Second)
		ask(v, "still more", c.answer)
		assert.Check(t, ask(v, "still more", "{}"), name)
		assert.Check(t, len(s.results) == 1 && s.bytes == len(c.answer), "%s: %d, %d bytes", name, len(s.results), s.bytes)
	}
}

// A view that is nil keeps nothing.
func TestNoStore(t *testing.T) {
	var v *View
	assert.Check(t, !ask(v, "", `{"ttlMs":1000}`) && !ask(v, "", `{}`) && !v.Kept())
	v.Renew("me")
	v.Drop("list", nil)
}

// What takes the place of a result takes its room, too: there is room for as much as before.
func TestReplacedResultsTakeNoRoom(t *testing.T) {
	clk := clockwork.NewFakeClock()
	s := New(clk)
	answer := func(n int) json.RawMessage {
		return json.RawMessage(`{"ttlMs":1000,"x":"` + strings.Repeat("x", n) + `"}`)
	}
	for range 3 {
		s.put(key{params: "a"}, answer(maxBytes/4), time.Second)
	}
	s.put(key{params: "b"}, answer(maxBytes/2), time.Second)
	assert.Assert(t, s.get(key{params: "a"}) != nil && s.get(key{params: "b"}) != nil)
}
