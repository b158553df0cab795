package fakeserver_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

const busy = `
rules:
  - {when: {method: ping, probability: 0.5}, do: [delay: 10ms]}
  - {when: {method: ping, every: 3}, do: [reorder: 1]}
  - {when: {method: tools/call}, do: [{notify: {method: n, count: 3, every: 1ms}}]}
`

// TestSameSeedSameJournal runs five processes of one server that all wake at the
// same instants.
func TestSameSeedSameJournal(t *testing.T) {
	first := journalOf(t, 1)
	for range 20 {
		assert.Equal(t, journalOf(t, 1), first)
	}
	assert.Check(t, journalOf(t, 2) != first, "the seed changes nothing")
}

func journalOf(t *testing.T, seed vtime.Seed) string {
	t.Helper()
	var out strings.Builder
	err := vtime.Run(t, vtime.Config{Seed: seed}, func(sim *vtime.Sim) {
		srv, err := fakeserver.New(parse(t, busy), fakeserver.Options{Clock: sim.Clock("s"), Roll: sim.Seed().Uint64})
		assert.NilError(t, err)
		defer srv.Close()
		b := &bench{t: t, sim: sim, srv: srv}
		for i := range 5 {
			l, clk := b.session(), sim.Clock(fmt.Sprint("client-", i))
			sim.Go("client", func() { chat(l, clk.Sleep) })
		}
		b.after(time.Minute)
		for _, e := range srv.Journal() {
			fmt.Fprintln(&out, e.At.Sub(sim.Begin()), e.Conn, e.Kind, e.Direction, e.Raw, e.Text)
		}
	})
	assert.NilError(t, err)
	return out.String()
}

// TestSameSeedSameJournalOverHTTP runs five clients that all post at the same
// instants, with streams open.
func TestSameSeedSameJournalOverHTTP(t *testing.T) {
	first := httpJournal(t)
	for range 10 {
		assert.Equal(t, httpJournal(t), first)
	}
}

func httpJournal(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	online(t, "http: {answers: sse}\n"+busy, func(s *site) {
		var replies []*reply
		for i := range 5 {
			transport := &http.Transport{DialContext: s.net.Dial(fmt.Sprint("client-", i))}
			defer transport.CloseIdleConnections()
			s.client = &http.Client{Transport: transport}
			s.connect()
			replies = append(replies, s.do("GET", ""))
			session, own := s.session, *s
			for k := range 10 {
				body := ping(fmt.Sprint(k))
				if k%3 == 0 {
					body = call(`"c"`, "x")
				}
				s.sim.Clock(fmt.Sprintf("client-%d/%d", i, k)).AfterFunc(time.Duration(k/2)*time.Second, func() {
					own.start("POST", body, "Mcp-Session-Id", session)
				})
			}
		}
		s.after(time.Minute)
		s.srv.Drop()
		s.after(0)
		for _, e := range s.srv.Journal() {
			fmt.Fprintln(&out, e.At.Sub(s.sim.Begin()).Round(time.Microsecond), e.Conn, e.Kind, e.Direction, e.ID, e.Text)
		}
		for _, r := range replies {
			assert.Check(t, r.done)
		}
	})
	return out.String()
}

func chat(l *life, sleep func(time.Duration)) {
	for i := range 20 {
		sleep(time.Second)
		_, _ = io.WriteString(l.in, ping(fmt.Sprint(i))+"\n"+call(`"c"`, "x")+"\n")
	}
}

// stuck is a writer that takes nothing until it is opened.
type stuck struct {
	*io.PipeWriter
	r *io.PipeReader
}

func newStuck() stuck {
	r, w := io.Pipe()
	return stuck{w, r}
}

// TestUndrainedStderr is a process whose stderr is not read: it stops answering
// until it is.
func TestUndrainedStderr(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping}, do: [stderr: {text: x, size: 256KiB}]}]", func(b *bench) {
		inR, inW := io.Pipe()
		l, stderr := &life{b: b, in: inW}, newStuck()
		b.sim.Go("process", func() {
			l.code = b.srv.ServeStdio(fakeserver.Stdio{In: inR, Out: &l.out, Err: stderr})
			l.ended = true
		})
		b.after(0)
		l.say(initialize, initialized)
		l.hears(initAnswer)
		l.say(ping("1"))
		b.after(time.Hour)
		l.hears()
		n := 0
		b.sim.Go("drain", func() { k, _ := io.Copy(io.Discard, stderr.r); n = int(k) })
		b.after(0)
		l.hears(pong("1"))
		_ = inW.Close()
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, n, 256<<10)
	})
}

// TestBrokenStdout is a client that closes its end.
func TestBrokenStdout(t *testing.T) {
	simulate(t, "", func(b *bench) {
		inR, inW := io.Pipe()
		l, stdout := &life{b: b, in: inW}, newStuck()
		b.sim.Go("process", func() {
			l.code = b.srv.ServeStdio(fakeserver.Stdio{In: inR, Out: stdout})
			l.ended = true
		})
		b.after(0)
		_ = stdout.r.Close()
		l.say(ping("1"))
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 1)
	})
}

// TestKilledWhileWriting is a process blocked in a pipe that is not read.
func TestKilledWhileWriting(t *testing.T) {
	simulate(t, "", func(b *bench) {
		inR, inW := io.Pipe()
		l, kill := &life{b: b, in: inW}, make(chan struct{})
		b.sim.Go("process", func() {
			l.code = b.srv.ServeStdio(fakeserver.Stdio{In: inR, Out: newStuck(), Kill: kill})
			l.ended = true
		})
		b.after(0)
		l.say(ping("1"))
		b.after(time.Hour)
		assert.Check(t, !l.ended)
		close(kill)
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 137)
	})
}

func BenchmarkStdioCall(b *testing.B) {
	srv, err := fakeserver.New(nil, fakeserver.Options{})
	assert.NilError(b, err)
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- srv.ServeStdio(fakeserver.Stdio{In: inR, Out: outW}) }()
	buf := make([]byte, 4096)
	ask := func(line []byte) {
		_, _ = inW.Write(line)
		_, _ = outR.Read(buf)
	}
	ask([]byte(initialize + "\n"))
	line := []byte(call("1", "x") + "\n")
	b.ReportAllocs()
	for b.Loop() {
		ask(line)
	}
	_ = inW.Close()
	<-done
}
