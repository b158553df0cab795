package fakeserver_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestNobodyIsThere: what is said to a client that has not come, or has gone, is said to none.
func TestNobodyIsThere(t *testing.T) {
	simulate(t, "", func(b *bench) {
		assert.Equal(t, b.srv.Send(0, "x"), false)
		assert.Equal(t, b.srv.Request("ping", nil), "")
		b.srv.Notify("n", nil)
		l := b.session()
		assert.Equal(t, b.srv.Send(0, "x"), true)
		assert.Equal(t, b.srv.Send(1, "y\n"), true)
		assert.Equal(t, b.srv.Send(2, "z"), false)
		id := b.srv.Request("ping", map[string]int{"a": 1})
		b.srv.Notify("n", map[string]int{"b": 2})
		b.after(0)
		l.hears("x", "y", `{"jsonrpc":"2.0","id":`+id+`,"method":"ping","params":{"a":1}}`, `{"jsonrpc":"2.0","method":"n","params":{"b":2}}`)
		b.srv.Exit(4)
		b.after(0)
		assert.Equal(t, l.ended && l.code == 4, true)
		assert.Equal(t, b.srv.Send(1, "x"), false)
		_ = l.in.Close()
	})
}

// TestHeldPrograms: each label holds its own, in the order in which they came.
func TestHeldPrograms(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping, nth: 1}, do: [{hold: a}]}, {when: {method: ping, nth: 2}, do: [{hold: b}]}, {when: {method: ping, nth: 3}, do: [{hold: a}]}]", func(b *bench) {
		l := b.session()
		l.say(ping("1"), ping("2"), ping("3"))
		assert.Equal(t, b.srv.Held(), 3)
		b.srv.Release("none")
		assert.Equal(t, b.srv.Held(), 3)
		b.srv.Release("a")
		b.after(0)
		l.hears(pong("1"), pong("3"))
		assert.Equal(t, b.srv.Held(), 1)
		b.srv.Release("")
		b.after(0)
		l.hears(pong("2"))
		_ = l.in.Close()
		b.after(0)
	})
}

// TestOfferedLive: what lists show can be changed while a server runs, and so can its state and rules.
func TestOfferedLive(t *testing.T) {
	simulate(t, "rules: [{when: {state: warm, method: ping}, do: [{error: 5}]}]", func(b *bench) {
		l := b.session()
		b.srv.SetTools([]fakeserver.Tool{{Name: "x"}})
		l.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		l.hears(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}}`)
		b.srv.SetTools(nil)
		l.say(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
		l.hears(`{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`)
		b.srv.SetState("warm")
		assert.Equal(t, b.srv.State(), "warm")
		remove := b.srv.AddRule(fakeserver.Rule{When: fakeserver.When{Method: "x"}, Do: []fakeserver.Action{fakeserver.Never}})
		l.say(ping("3"), `{"jsonrpc":"2.0","id":4,"method":"x"}`)
		l.hears(`{"jsonrpc":"2.0","id":3,"error":{"code":5,"message":"Scripted error"}}`)
		remove()
		l.say(`{"jsonrpc":"2.0","id":5,"method":"x"}`)
		l.hears(`{"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"Method not found"}}`)
		_ = l.in.Close()
		b.after(0)
	})
}

// TestServing: what is usual for people, and what is said of a fixture that there is not.
func TestServing(t *testing.T) {
	assert.Equal(t, fakeserver.ServingLimits(), fakeserver.Limits{Read: 30 * time.Second, Headers: 64 << 10, Write: time.Minute, Idle: 2 * time.Minute, Connections: 4096, Waiting: 512, Session: 30 * time.Minute, Sessions: 1000})
	for _, f := range fakeserver.Fixtures() {
		found, err := fakeserver.Fixture(f.Name)
		assert.NilError(t, err)
		assert.Equal(t, found.Name, f.Name)
	}
	_, err := fakeserver.Fixture("auth-logn")
	assert.ErrorContains(t, err, `no fixture "auth-logn", did you mean "auth-login"?; known are auth-by-post, auth-denied, `)
}
