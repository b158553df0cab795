package recording

import (
	"io"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Adder is told what passes, from any goroutine. What an entry points to is the caller's.
// [Writer] is one.
type Adder interface{ Add(Entry) }

// Tap records what passes at one end of connections: that of a client which starts servers
// or asks them, or that of a server. Its methods may be called from any goroutine.
type Tap struct {
	to       Adder
	clk      clock.Clock
	messages *budget.Budget // of WebSockets, that have begun

	mu        sync.Mutex
	conns     int
	exchanges int
}

// NewTap returns a tap that tells to, with moments of a clock; nil = to knows them.
func NewTap(to Adder, clk clock.Clock) *Tap {
	return &Tap{to: to, clk: clk, messages: budget.New(mostMessages)}
}

func (t *Tap) add(e Entry) {
	if e.Kind == Chunk && len(e.Data) == 0 {
		return
	}
	if t.clk != nil {
		e.At = t.clk.Now()
	}
	t.to.Add(e)
}

// Open begins a connection and returns its number. how is the command or the URL.
func (t *Tap) Open(how string) (conn int) {
	t.mu.Lock()
	t.conns++
	conn = t.conns
	t.mu.Unlock()
	t.add(Entry{Kind: Open, Conn: conn, Text: how})
	return conn
}

// Exit notes that the server's process has ended.
func (t *Tap) Exit(conn, code int) { t.add(Entry{Kind: Exit, Conn: conn, Code: code}) }

func (t *Tap) exchange() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exchanges++
	return t.exchanges
}

// Starter records the processes that another starter starts.
func (t *Tap) Starter(inner process.Starter) process.Starter {
	return process.StarterFunc(func(c process.Command) (process.Process, error) {
		p, err := inner.Start(c)
		if err != nil {
			return nil, err
		}
		conn := t.Open(strings.Join(append([]string{c.Path}, c.Args...), " "))
		return &tapped{
			Process: p, tap: t, conn: conn,
			out: t.Reader(p.Stdout(), conn, Server), err: t.Reader(p.Stderr(), conn, Stderr), in: t.Writer(p.Stdin(), conn, Client),
		}, nil
	})
}

// tapped is a process whose pipes are recorded.
type tapped struct {
	process.Process
	tap      *Tap
	conn     int
	in       io.WriteCloser
	out, err io.Reader
	ended    sync.Once
}

func (p *tapped) Stdin() io.WriteCloser { return p.in }
func (p *tapped) Stdout() io.Reader     { return p.out }
func (p *tapped) Stderr() io.Reader     { return p.err }

func (p *tapped) Wait() (int, error) {
	code, err := p.Process.Wait()
	p.ended.Do(func() { p.tap.Exit(p.conn, code) })
	return code, err
}

func (p *tapped) Terminate() error { return p.signal("terminated", p.Process.Terminate) }
func (p *tapped) Kill() error      { return p.signal("killed", p.Process.Kill) }

func (p *tapped) signal(name string, send func() error) error {
	p.tap.add(Entry{Kind: Signal, Conn: p.conn, Text: name})
	return send()
}

// Reader records what is read of a side.
func (t *Tap) Reader(from io.Reader, conn int, side string) io.ReadCloser {
	return &tapReader{stream{t, Entry{Conn: conn, From: side}, sync.Once{}}, from}
}

// Writer records what a side writes, before it is written: the answer comes later.
func (t *Tap) Writer(to io.Writer, conn int, side string) io.WriteCloser {
	return &tapWriter{stream{t, Entry{Conn: conn, From: side}, sync.Once{}}, to}
}

// stream is one direction of a connection.
type stream struct {
	tap   *Tap
	about Entry
	over  sync.Once
}

func (s *stream) chunk(b []byte) {
	e := s.about
	e.Kind, e.Data = Chunk, b
	s.tap.add(e)
}

// end is the end of the direction; that of stderr says nothing.
func (s *stream) end(err error) {
	s.over.Do(func() {
		if s.about.From == Stderr {
			return
		}
		e := s.about
		e.Kind = End
		if err != nil && err != io.EOF { //nolint:errorlint // streams return it bare
			e.Text = err.Error()
		}
		s.tap.add(e)
	})
}

type tapReader struct {
	stream
	from io.Reader
}

func (r *tapReader) Read(b []byte) (int, error) {
	n, err := r.from.Read(b)
	r.chunk(b[:n])
	if err != nil {
		r.end(err)
	}
	return n, err
}

func (r *tapReader) Close() error {
	r.end(nil)
	return closeOf(r.from)
}

type tapWriter struct {
	stream
	to io.Writer
}

func (w *tapWriter) Write(b []byte) (int, error) {
	w.chunk(b)
	return w.to.Write(b)
}

func (w *tapWriter) Close() error {
	w.end(nil)
	return closeOf(w.to)
}

// closeOf closes what can be closed.
func closeOf(end any) error {
	if c, ok := end.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
