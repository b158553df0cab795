package clientcheck

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// answered is an answer of the server to a method.
func answered(method, raw string) fakeserver.Entry {
	e := sent(method, 1)
	e.Raw = raw
	return e
}

// TestOutcomes: what a client was asked for, and what it came to.
func TestOutcomes(t *testing.T) {
	call := received("tools/call", 1)
	for _, c := range []struct {
		name            string
		entries         []fakeserver.Entry
		code            int
		well, completed string
	}{
		{"calls nothing", []fakeserver.Entry{received("tools/list", 1)}, 0, "it called no tool and exited with code 0", "it called no tool and exited with code 0"},
		{"has no answer", []fakeserver.Entry{call}, 0, "", "it called no tool that there is"},
		{"is answered with an error", []fakeserver.Entry{call, answered("tools/call", `{"error":{"code":1}}`)}, 0, "", "it called no tool that there is"},
		{"is answered with a failure", []fakeserver.Entry{call, answered("tools/call", `{"result":{"isError":true}}`)}, 0, "", "it called no tool that there is"},
		{"is answered with no object", []fakeserver.Entry{call, answered("tools/call", `{"result":[]}`)}, 0, "", "it called no tool that there is"},
		{"is answered", []fakeserver.Entry{call, answered("tools/call", `{"result":{"content":[]}}`)}, 0, "", ""},
		{"is answered the second time", []fakeserver.Entry{call, answered("tools/call", `{"result":{"isError":true}}`), answered("tools/call", `{"result":{}}`)}, 0, "", ""},
		{"fails", []fakeserver.Entry{call, answered("tools/call", `{"result":{}}`)}, 4, "the client exited with code 4: last", "the client exited with code 4: last"},
	} {
		r := run(c.entries...)
		r.Ended, r.Code, r.output = true, c.code, "first\nlast"
		assert.Equal(t, said(r.Well()), c.well, c.name)
		assert.Equal(t, said(r.Completed()), c.completed, c.name)
	}
	assert.Equal(t, (&Run{Limit: time.Second}).EndedWell().Error(), "the client still ran after 1s")
	assert.Equal(t, (&Run{output: "one line"}).LastWords(), ": one line")
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestUnaided: what was noted before the processes were killed happened by itself.
func TestUnaided(t *testing.T) {
	r := &Run{left: 2}
	assert.Equal(t, r.Unaided(1), true)
	assert.Equal(t, r.Unaided(2), false)
	assert.Equal(t, (&Run{}).Unaided(9), true)
}

// TestRevisions: the answer that came last before a place counts.
func TestRevisions(t *testing.T) {
	r := run(answered("initialize", `{"error":{}}`), answered("initialize", `{"result":{"protocolVersion":"a"}}`), received("a", 1), answered("initialize", `{"result":{"protocolVersion":"b"}}`))
	assert.Equal(t, r.Welcomed(), 1)
	assert.Equal(t, r.RevisionAt(3), "a")
	assert.Equal(t, r.RevisionAt(4), "b")
	assert.Equal(t, run(received("a", 1)).Welcomed(), -1)
	response := received("", 1)
	response.ID = "7"
	assert.Equal(t, len(run(response).Asked()), 0)
}

// TestLogins: what is found of a login in the journal.
func TestLogins(t *testing.T) {
	visit := func(endpoint, grant string) fakeserver.Entry {
		return fakeserver.Entry{Kind: fakeserver.KindLogin, Login: &fakeserver.Login{Endpoint: fakeserver.Endpoint(endpoint), Grant: grant}}
	}
	r := run(received("a", 1), visit("authorize", ""), visit("token", "authorization_code"), exchange("GET", "/other?x=1", 0), visit("token", "refresh_token"),
		exchange("POST", "/mcp", 0), exchange("GET", "/%zz", 0), exchange("GET", "/mcp", 200))
	r.output, r.secrets = "the token is s3cret", []string{"s3cret"}
	assert.Equal(t, len(r.Visits("token", "")), 2)
	assert.Equal(t, r.Visits("token", "refresh_token")[0].Place, 4)
	assert.Equal(t, len(r.Visits("authorize", "")), 1)
	assert.Equal(t, len(r.Visits("revoke", "")), 0)
	assert.Equal(t, len(r.Heads()), 3)
	assert.Equal(t, r.Asks("/other"), true)
	assert.Equal(t, r.Asks("/none"), false)
	assert.Equal(t, len(r.AtEndpoint(5)), 1)
	assert.Equal(t, len(r.AtEndpoint(6)), 0)
	assert.Equal(t, len(r.AtEndpoint(0)), 1)
	assert.Equal(t, r.Writes(r.Secrets()[0]), true)
	assert.Equal(t, r.Writes("other"), false)
	assert.Error(t, r.LoggedIn(), "it called no tool and still ran after 0s")
	assert.Error(t, run(received("a", 1)).LoggedIn(), "it asked for no token and still ran after 0s")
}

// modern is a request of a client without a handshake.
func modern(method, meta string) fakeserver.Entry {
	e := received(method, 1)
	e.ID, e.Raw = "1", `{"method":"`+method+`","params":{"_meta":`+meta+`}}`
	return e
}

// TestModern: what a client without a handshake says of itself.
func TestModern(t *testing.T) {
	const now, later, old = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, `{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}`,
		`{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}`
	assert.Equal(t, run(modern("a", now)).SpeaksModern(), true)
	assert.Equal(t, run(modern("a", later)).SpeaksModern(), true)
	assert.Equal(t, run(modern("a", old)).SpeaksModern(), false)
	assert.Equal(t, run(modern("a", `{}`)).SpeaksModern(), false)
	note := modern("a", now)
	note.ID = ""
	assert.Equal(t, run(note).SpeaksModern(), false)

	named := modern("a", `{"io.modelcontextprotocol/clientInfo":{"name":"n","version":"2"}}`)
	hello := received("initialize", 1)
	hello.Raw = `{"params":{"clientInfo":{"name":"h","version":"1"}}}`
	assert.Equal(t, run(modern("a", `{}`), named, hello).introduction(), "n 2")
	assert.Equal(t, run(hello, named).introduction(), "h 1")
	hello.Raw = `{"params":{"clientInfo":{"name":"h"}}}`
	assert.Equal(t, run(hello).introduction(), "h")
	assert.Equal(t, run(received("initialize", 1)).introduction(), "")
}

// TestSecretsAreKept: each once, and no more than a bound.
func TestSecretsAreKept(t *testing.T) {
	r := newRecord(1, &store{left: bytesTogether})
	for _, text := range []string{"a", "b", "a"} {
		r.keepSecret(text)
	}
	assert.DeepEqual(t, r.told(), []string{"a", "b"})
	r.add(received("a", 1))
	assert.Equal(t, closed(r.enough), true)
	for i := range secretsKept {
		r.keepSecret(string(rune('a' + i)))
	}
	assert.Equal(t, len(r.told()), secretsKept)
}
