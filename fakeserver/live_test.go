package fakeserver_test

import (
	"net/http"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestLiveRules(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.session()
		remove := b.srv.AddRule(fakeserver.Rule{
			When: fakeserver.When{Method: "ping"},
			Do:   []fakeserver.Action{fakeserver.Never},
		})
		l.say(ping("1"))
		l.hears()
		remove()
		remove()
		l.say(ping("2"))
		l.hears(pong("2"))
	})
}

func TestLiveMessages(t *testing.T) {
	simulate(t, "", func(b *bench) {
		assert.Check(t, !b.srv.Send(0, "nobody"))
		assert.Equal(t, b.srv.Request("ping", nil), "")
		b.srv.Notify("n", nil)
		one, two := b.session(), b.session()
		assert.Check(t, b.srv.Send(1, "to one"))
		assert.Check(t, b.srv.Send(0, "to two\n"))
		assert.Check(t, !b.srv.Send(3, "to three"))
		b.srv.Notify("n", struct{}{})
		assert.Equal(t, b.srv.Request("roots/list", nil), `"s-1"`)
		b.after(0)
		one.hears("to one")
		two.hears("to two", `{"jsonrpc":"2.0","method":"n","params":{}}`, `{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}`)
		two.say(`{"jsonrpc":"2.0","id":"s-1","result":{}}`)
		assert.Equal(t, b.kinds(), "spawn, spawn, answered")
	})
}

func TestLiveExit(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.session()
		b.srv.Send(0, "last words")
		b.srv.Exit(137)
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 137)
		l.hears("last words")
	})
}

func TestLiveLists(t *testing.T) {
	simulate(t, "", func(b *bench) {
		b.srv.SetTools(nil)
		b.srv.SetResources([]fakeserver.Resource{{URI: "mem:r"}})
		b.srv.SetTemplates([]fakeserver.Template{{URITemplate: "mem:{t}"}})
		b.srv.SetPrompts([]fakeserver.Prompt{{Name: "p"}})
		l := b.session()
		for method, want := range map[string]string{
			"resources/list":           `{"resources":[{"uri":"mem:r","name":"mem:r","mimeType":"text/plain"}]}`,
			"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"mem:{t}","name":"mem:{t}"}]}`,
			"prompts/list":             `{"prompts":[{"name":"p"}]}`,
		} {
			l.say(question("1", method, ""))
			l.hears(`{"jsonrpc":"2.0","id":1,"result":` + want + "}")
		}
	})
}

func TestLiveMessagesOverHTTP(t *testing.T) {
	online(t, "", func(s *site) {
		s.connect()
		s.srv.Send(0, "{early") // waits for the stream
		stream := s.do("GET", "")
		s.srv.Send(1, "{bad")
		s.after(0)
		assert.Equal(t, stream.body.take(), event("{early")+event("{bad"))
		assert.Equal(t, s.srv.Open("GET"), 1)
		assert.Equal(t, s.srv.Open("POST"), 0)
		stream.leave()
	})
}

// TestExactBytesInJournal shows what a client wrote around its messages.
func TestExactBytesInJournal(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.session()
		l.raw(" " + ping("1") + "\r\n{bad\r\n\r\n")
		b.after(0)
		var raw []string
		for _, e := range b.srv.Journal() {
			if e.Direction == fakeserver.Received {
				raw = append(raw, e.Raw)
			}
		}
		assert.DeepEqual(t, raw, []string{initialize, initialized, " " + ping("1") + "\r", "{bad\r\n", "\r\n"})
	})
}

func TestJournalIsBounded(t *testing.T) {
	simulate(t, "", func(b *bench) {
		for range fakeserver.MaxEntries + 1 {
			b.srv.SetState("x")
		}
		entries := b.srv.Journal()
		assert.Check(t, len(entries) <= fakeserver.MaxEntries && len(entries) > fakeserver.MaxEntries*9/10, len(entries))
		assert.Equal(t, entries[len(entries)-1].Seq, fakeserver.MaxEntries+1)
		assert.Equal(t, entries[0].Seq, fakeserver.MaxEntries+2-len(entries))
	})
}

func TestLiveDrop(t *testing.T) {
	online(t, on("delay: 1h"), func(s *site) {
		s.connect()
		stream, pending := s.do("GET", ""), s.post(ping("1"))
		s.srv.Drop()
		s.after(0)
		assert.Check(t, stream.done && isReset(stream.err), "%v", stream.err)
		assert.Check(t, pending.done && isReset(pending.err), "%v", pending.err)
		assert.Equal(t, s.post(listTools).status, http.StatusOK)

		stream = s.do("GET", "")
		s.srv.EndStreams()
		s.after(0)
		assert.Check(t, stream.done)
		assert.NilError(t, stream.err)

		s.srv.ExpireSessions()
		assert.Equal(t, s.post(listTools).status, http.StatusNotFound)
		s.connect()
		stream = s.do("GET", "")
		s.srv.Exit(1)
		s.after(0)
		assert.Check(t, stream.done && stream.err != nil)
		assert.Equal(t, s.post(listTools).status, http.StatusNotFound)
		s.connect()
	})
}

func TestJournalOfAnExchange(t *testing.T) {
	var live int
	script := parse(t, on("delay: 1s"))
	srv, err := fakeserver.New(script, fakeserver.Options{Journal: func(fakeserver.Entry) { live++ }})
	assert.NilError(t, err)
	defer srv.Close()
	assert.Equal(t, live, 0)

	online(t, "", func(s *site) {
		begin := s.sim.Begin()
		s.after(time.Second)
		s.connect()
		var got []string
		for i, e := range s.srv.Journal() {
			assert.Equal(t, e.Seq, i+1)
			assert.Check(t, e.At.Sub(begin).Round(time.Second) == time.Second)
			assert.Check(t, e.Kind != fakeserver.KindMessage || e.Direction != fakeserver.Received || e.Header != nil)
			got = append(got, string(e.Kind)+" "+string(e.Direction)+" "+e.Verb+" "+e.Method+" "+e.ID)
		}
		session := s.session
		assert.DeepEqual(t, got, []string{
			"http received POST  ", "spawn    ", "message received POST initialize 0", "session minted    " + session,
			"message sent POST initialize 0", "http sent POST  ",
			"http received POST  ", "message received POST notifications/initialized ", "http sent POST  ",
		})
	})
}
