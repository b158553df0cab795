package fakeserver_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

const initAnswer = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"logging":{},"tools":{"listChanged":true}},"serverInfo":{"name":"fake","version":"1.0.0"}}}`

func TestProcessLife(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.spawn()
		l.say(initialize, initialized, call("7", "hi"), ping(`"x"`))
		l.hears(initAnswer, echoed("7", "hi"), pong(`"x"`))
		assert.NilError(t, l.in.Close())
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 0)
		assert.Equal(t, b.kinds(), "spawn, eof, exit")
	})
}

func TestLastLineNeedsNoNewline(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.session()
		l.raw(ping("1"))
		b.after(0)
		l.hears()
		assert.NilError(t, l.in.Close())
		b.after(0)
		l.hears(pong("1"))
	})
}

func TestSignals(t *testing.T) {
	simulate(t, "", func(b *bench) {
		l := b.session()
		close(l.term)
		b.after(0)
		assert.Equal(t, l.code, 143)
		assert.Check(t, l.ended)

		l = b.session()
		close(l.kill)
		b.after(0)
		assert.Equal(t, l.code, 137)
		assert.Equal(t, b.kinds(), "spawn, term, exit, spawn, kill, exit")
	})
}

func TestIgnoredEndings(t *testing.T) {
	simulate(t, "stdio: {ignore: [eof, term]}", func(b *bench) {
		l := b.session()
		assert.NilError(t, l.in.Close())
		close(l.term)
		b.after(time.Hour)
		assert.Check(t, !l.ended)
		close(l.kill)
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 137)
	})
}

func TestLineLimit(t *testing.T) {
	simulate(t, "stdio: {maxLine: 200}", func(b *bench) {
		l := b.session()
		l.say(ping(`""`))
		l.hears(pong(`""`))
		l.say(call("1", strings.Repeat("x", 200)))
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 1)
	})
}

// Who runs the server is told why it has ended: its client may be another program.
func TestALongLineIsTold(t *testing.T) {
	srv, err := fakeserver.New(parse(t, "stdio: {maxLine: 200}"), fakeserver.Options{})
	assert.NilError(t, err)
	defer srv.Close()
	var told []string
	code := srv.ServeStdio(fakeserver.Stdio{
		In: strings.NewReader(ping("1") + "\n" + strings.Repeat("x", 300)), Out: io.Discard,
		Term: make(chan struct{}), Kill: make(chan struct{}), Broken: func(e *fakeserver.LongLineError) { told = append(told, e.Error()) },
	})
	assert.Equal(t, code, 1)
	assert.DeepEqual(t, told, []string{"stdin, line 2: longer than 200 bytes"})
}

func TestCloseEndsProcesses(t *testing.T) {
	simulate(t, "rules: [{when: {method: ping}, do: [delay: 1h]}]", func(b *bench) {
		l := b.session()
		l.say(ping("1"))
		b.srv.Close()
		b.srv.Close()
		b.after(0)
		assert.Check(t, l.ended)
		assert.Equal(t, l.code, 143)
	})
}
