package proxy

import (
	"io"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Streams are the client's ends of the pipes: what it writes, and what it reads. Those that
// are io.Closers are closed when the server has closed its end of the same pipe.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// chunkSize is how much is read at once, in bytes: what a pipe holds.
const chunkSize = 64 << 10

// Stdio passes on what client and server write until the server has ended and all that it
// wrote has been passed on, and returns its exit code, as [process.Process.Wait] does, or
// that of the action exit. One goroutine may outlive the call: the one that waits for a
// client that writes nothing more.
func (p *Proxy) Stdio(client Streams, server process.Process) (code int, err error) {
	client, over := p.Link.pipes(client)
	s := &stdio{c: p.open("stdio"), server: server, stderr: client.Err, code: -1}
	defer s.c.kill()
	s.up.w, s.down.w = server.Stdin(), client.Out
	s.c.happen("spawn", stdioEnd{s, &s.down}, "the start of the server", &s.programs[0])
	go s.pour(client.In, true)
	var outputs sync.WaitGroup
	outputs.Go(func() { s.pour(server.Stdout(), false) })
	outputs.Go(func() { p.pourStderr(s.c.n, client.Err, server.Stderr()) })
	code, err = server.Wait()
	s.c.serverEnded()
	outputs.Wait()
	over()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.code >= 0 {
		return s.code, nil
	}
	return code, err
}

// stdio is a connection over the pipes of a process.
type stdio struct {
	c        *conn
	server   process.Process
	stderr   io.Writer
	up, down pipe
	programs [2]sync.WaitGroup // those of answers, and of what the client sends

	mu   sync.Mutex
	code int // of the action exit; -1 = there was none
}

// pour passes bytes on until either end has had enough. An end of file goes on to the
// reader, and that there is no reader any more goes back to the writer.
func (s *stdio) pour(from io.Reader, up bool) {
	to, side, programs := &s.down, recording.Server, &s.programs[0]
	if up {
		to, side, programs = &s.up, recording.Client, &s.programs[1]
	}
	defer closeEnd(from)
	var l lines
	buf := make([]byte, chunkSize)
	for {
		n, err := from.Read(buf)
		s.c.p.record(recording.Entry{Kind: recording.Chunk, Conn: s.c.n, From: side, Data: buf[:n]})
		if s.c.idle() && len(l.partial) == 0 && n > 0 {
			l.pass(buf[:n], to.put)
		} else {
			l.feed(buf[:n], func(line []byte) { s.line(line, up) }, to.put)
		}
		if err != nil || to.broken() {
			break
		}
	}
	l.rest(to.put)
	s.c.p.record(recording.Entry{Kind: recording.End, Conn: s.c.n, From: side})
	if up {
		s.c.happen("closing", stdioEnd{s, &s.down}, "the end of stdin", programs)
		s.c.end[1]()
	} else {
		s.c.end[0]()
	}
	programs.Wait()
	to.close()
}

// line passes on a line, by the program of the rules that meet it if there are any.
func (s *stdio) line(line []byte, up bool) {
	m := &passage{c: s.c, up: up, whole: line, carrier: stdioEnd{s, &s.down}}
	if up {
		m.carrier = stdioEnd{s, &s.up}
	}
	m.text = line[:len(line)-m.ending()]
	what, ok := read(m.text)
	if !ok {
		m.Send()
		return
	}
	m.what = what
	acts := m.meet("", nil)
	if len(acts) == 0 {
		m.Send()
	} else {
		m.start(acts, s.of(up))
	}
	if m.answers && m.what.method == "initialize" {
		s.c.happen("after-init-reply", stdioEnd{s, &s.down}, "the moment after", s.of(false))
	}
}

// meet says what is to be done to a message, and what it is.
func (m *passage) meet(verb fakeserver.Verb, header map[string][]string) []fakeserver.Act {
	if m.up {
		m.from = "the client's"
		return m.c.asks(m.what, verb, header)
	}
	asked, acts := m.c.says(m.what)
	m.from = "the server's"
	if asked != nil {
		m.from, m.answers = "the answer to", true
		m.what.method, m.what.tool = asked.method, asked.tool
	}
	return acts
}

func (s *stdio) of(up bool) *sync.WaitGroup {
	if up {
		return &s.programs[1]
	}
	return &s.programs[0]
}

// stdioEnd carries messages to one end of the pipes.
type stdioEnd struct {
	*stdio
	to *pipe
}

func (e stdioEnd) carry(m *passage) {
	if m.replied {
		e.c.take(m.what.id)
		e.emit(m.text)
		return
	}
	b := m.bytes(m.style.Line)
	if m.torn > 0 && m.torn < len(b) {
		e.to.tear(b[:m.torn], b[m.torn:])
		return
	}
	pieces, gap := m.style.Pieces(b)
	e.to.puts(pieces, func() bool { return e.c.wait(gap) })
}

func (e stdioEnd) raw(b []byte)     { e.to.put(b) }
func (e stdioEnd) emit(text []byte) { e.down.put(append(slices.Clip(text), '\n')) }
func (e stdioEnd) tears() bool      { return true }
func (e stdioEnd) web() *answer     { return nil }

func (e stdioEnd) stderr(b []byte) bool {
	_, _ = e.stdio.stderr.Write(b)
	return true
}

func (e stdioEnd) exit(code int) bool {
	e.mu.Lock()
	e.code = code
	e.mu.Unlock()
	e.c.kill()
	_ = e.server.Kill()
	return true
}

// pipe is written by many, one message at a time.
type pipe struct {
	mu     sync.Mutex
	w      io.Writer
	failed bool
	torn   []byte // what is left of messages that are torn
}

// tear writes the first bytes of a message; the rest of it comes behind the next one.
func (p *pipe) tear(first, rest []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write(first)
	p.torn = append(p.torn, rest...)
}

// mend writes the rest of torn messages.
func (p *pipe) mend() {
	if len(p.torn) > 0 {
		p.write(p.torn)
		p.torn = nil
	}
}

func (p *pipe) write(b []byte) {
	if !p.failed {
		_, err := p.w.Write(b)
		p.failed = err != nil
	}
}

func (p *pipe) put(b []byte) { p.puts([][]byte{b}, nil) }

// puts writes pieces, and waits between them; false ends that.
func (p *pipe) puts(pieces [][]byte, wait func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, b := range pieces {
		if p.failed || i > 0 && !wait() {
			return
		}
		p.write(b)
	}
	p.mend()
}

func (p *pipe) broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

func (p *pipe) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mend()
	p.failed = true
	closeEnd(p.w)
}

// pourStderr passes on stderr, which stays open: the proxy may have something to say.
func (p *Proxy) pourStderr(conn int, to io.Writer, from io.Reader) {
	buf := make([]byte, chunkSize)
	for {
		n, err := from.Read(buf)
		p.record(recording.Entry{Kind: recording.Chunk, Conn: conn, From: recording.Stderr, Data: buf[:n]})
		if n > 0 {
			if _, broken := to.Write(buf[:n]); broken != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	closeEnd(from)
}

// closeEnd closes an end of a pipe that can be closed.
func closeEnd(end any) {
	if c, ok := end.(io.Closer); ok {
		_ = c.Close()
	}
}
