package fakeserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/mcpsim/mcpsim/internal/budget"
)

// Stdio is what a process is given. Nil channels never happen.
type Stdio struct {
	// In is read to its end. If it is an io.Closer it is closed when the process
	// ends, and Close must then unblock Read; wrap what cannot do that, as
	// os.Stdin: struct{ io.Reader }{os.Stdin}.
	In io.Reader
	// Out and Err are written by one goroutine, in order. They are closed at
	// the end if they are io.Closers, and Close must then unblock Write.
	Out, Err io.Writer
	// Term is TERM: each value received, and being closed, is one.
	Term <-chan struct{}
	// Kill ends the process at once.
	Kill <-chan struct{}
	// Broken is told, once and before ServeStdio returns, if the client sends a line that is
	// longer than the script allows, for which the process ends. nil: nobody is told.
	Broken func(*LongLineError)
}

// LongLineError says that a client has sent a line which is longer than a server reads.
type LongLineError struct {
	Line  int // its number, from 1
	Limit int // in bytes, see [StdioScript.MaxLine]
}

func (e *LongLineError) Error() string {
	return fmt.Sprintf("stdin, line %d: longer than %d bytes", e.Line, e.Limit)
}

const (
	defaultMaxLine = 16 << 20
	readAhead      = 4 << 10
)

// Exit codes of a process that was not told one.
const (
	codeBroken = 1   // stdout broke, or a line was too long
	codeKill   = 137 // 128 + SIGKILL
	codeTerm   = 143 // 128 + SIGTERM
)

// process is a connection over stdio. It is guarded by the server's lock except
// for p, which belongs to the goroutines, and done.
type process struct {
	c    *conn
	p    Stdio
	out  *output
	gate chan struct{} // capacity 1: reading may go on

	torn     []byte // what is left of messages that are torn
	starting bool   // the moment spawn is not over
	stopped  bool   // reading is stopped by script

	ctx  context.Context // ends with the process
	kill context.CancelFunc
	code int // valid after ctx has ended
}

// ServeStdio is one process life: it returns the exit code when the process has
// ended. Its goroutines have ended then too, except for one that is blocked in a
// stream that is no io.Closer. It may be called many times, also at once; each
// call is one connection.
func (s *Server) ServeStdio(p Stdio) (exitCode int) {
	return s.serveStream("stdio", p, func(int) {})
}

// serveStream is the life of a connection over two streams; end is called before
// they are closed.
func (s *Server) serveStream(transport string, p Stdio, end func(exitCode int)) (exitCode int) {
	pr := s.spawn(transport, p)
	var tasks sync.WaitGroup
	run(&tasks, p.In, pr.read)
	run(&tasks, p.Out, pr.write)
	pr.wait()
	end(pr.code)
	for _, stream := range []any{p.In, p.Out, p.Err} {
		if c, ok := stream.(io.Closer); ok {
			_ = c.Close()
		}
	}
	tasks.Wait()
	pr.over()
	return pr.code
}

// over is the end of all that belongs to the process.
func (pr *process) over() {
	s := pr.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(pr.c)
}

// run starts a task. It is joined if its stream can be unblocked.
func run(tasks *sync.WaitGroup, stream any, task func()) {
	if _, ok := stream.(io.Closer); ok {
		tasks.Go(task)
		return
	}
	go task()
}

// spawn makes the connection and lets the rules of spawn act.
func (s *Server) spawn(transport string, p Stdio) *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	pr := &process{c: s.open(transport), p: p, out: newOutput(), gate: make(chan struct{}, 1), starting: true}
	pr.ctx, pr.kill = context.WithCancel(s.ctx)
	if transport == "ws" {
		pr.out.shared = &s.unreadSockets
	}
	pr.code = codeTerm // if the server was closed before
	pr.c.process = pr
	pr.c.note(Entry{Kind: KindSpawn})
	pr.c.happenThen(phaseSpawn, func() { pr.starting = false; pr.open() })
	return pr
}

// wait returns when the process has ended. Signals are dealt with here.
func (pr *process) wait() {
	term := pr.p.Term
	for pr.ctx.Err() == nil {
		select {
		case <-pr.ctx.Done():
		case <-pr.p.Kill:
			pr.signal(kindKill)
		case _, more := <-term:
			if !more {
				term = nil
			}
			pr.signal(kindTerm)
		}
	}
}

// killed looks for KILL first: what else ends at that instant is its consequence.
func (pr *process) killed() bool {
	select {
	case <-pr.p.Kill:
		pr.signal(kindKill)
		return true
	default:
		return false
	}
}

func (pr *process) signal(kind EntryKind) {
	s := pr.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if pr.ctx.Err() != nil {
		return
	}
	pr.c.note(Entry{Kind: kind})
	if kind == kindKill {
		pr.die(codeKill)
		return
	}
	pr.closing(ignoreTerm, codeTerm)
}

// closing lets the rules of closing act, then exits unless that is ignored.
func (pr *process) closing(why Ignorable, code int) {
	pr.c.happenThen(phaseClosing, func() {
		if !pr.c.ignores[why] {
			pr.exit(code)
		}
	})
}

// exit ends the process after what is queued.
func (pr *process) exit(code int) {
	pr.mend()
	pr.out.put(item{kind: itemExit, code: code})
}

// die ends the process now; the lock is held.
func (pr *process) die(code int) {
	if pr.ctx.Err() != nil {
		return
	}
	pr.code = code
	pr.c.note(Entry{Kind: KindExit, Size: code})
	pr.c.end()
	pr.out.end()
	pr.kill()
}

func (pr *process) dieLocked(code int) {
	pr.c.s.mu.Lock()
	defer pr.c.s.mu.Unlock()
	pr.die(code)
}

// write is the writer: it owns stdout and stderr.
func (pr *process) write() {
	s := pr.c.s
	for {
		it, err := s.take(pr.ctx, pr.out)
		if err == nil {
			err = pr.do(it)
		}
		if err != nil {
			if !pr.killed() {
				pr.dieLocked(codeBroken) // no effect on a process that has ended
			}
			return
		}
	}
}

func (pr *process) do(it item) (err error) {
	switch it.kind {
	case itemData:
		_, err = pr.p.Out.Write(it.data)
	case itemStderr:
		if pr.p.Err != nil {
			_, err = pr.p.Err.Write(it.data)
		}
	case itemStderrEnd:
		if c, ok := pr.p.Err.(io.Closer); ok {
			_ = c.Close() // a process without stderr has closed it already
		}
	case itemGap:
		err = pr.c.s.pause(pr.ctx, pr.c.actor("out"), it.wait)
	case itemExit:
		pr.dieLocked(it.code)
		err = errEnded
	}
	return err
}

// read is the reader: it owns stdin.
func (pr *process) read() {
	in := bufio.NewReaderSize(pr.p.In, readAhead)
	limit := pr.c.s.script.Stdio.MaxLine.or(defaultMaxLine)
	for number := 1; pr.awaitOpen(); number++ {
		pr.c.s.awaitRoom(pr.ctx, pr.out)
		line, err := readLine(in, limit)
		switch {
		case len(bytes.TrimSpace(line)) > 0:
			pr.receive(line)
		case len(line) > 0:
			pr.skip(line)
		}
		switch {
		case errors.Is(err, errTooLong):
			if pr.p.Broken != nil {
				pr.p.Broken(&LongLineError{number, limit})
			}
			pr.dieLocked(codeBroken)
			return
		case err != nil:
			if !pr.killed() {
				pr.eof()
			}
			return
		}
	}
}

var errTooLong = errors.New("line too long")

// readLine reads up to the next line end or the end of the input.
func readLine(in *bufio.Reader, limit int) (line []byte, err error) {
	var pieces budget.Pieces
	for {
		part, err := in.ReadSlice('\n')
		whole := !errors.Is(err, bufio.ErrBufferFull)
		switch {
		case pieces.Len()+len(part) > limit+1:
			return nil, errTooLong
		case whole && pieces.Len() == 0:
			return bytes.Clone(part), err
		}
		if pieces.Add(part); whole {
			return pieces.Text(), err
		}
	}
}

// awaitOpen waits until the process reads stdin; false = it has ended.
func (pr *process) awaitOpen() bool {
	for {
		pr.c.s.mu.Lock()
		closed := pr.stopped || pr.starting
		pr.c.s.mu.Unlock()
		if pr.ctx.Err() != nil || !closed {
			return pr.ctx.Err() == nil
		}
		select {
		case <-pr.gate:
		case <-pr.ctx.Done():
		}
	}
}

func (pr *process) setStopped(stopped bool) {
	pr.stopped = stopped
	pr.open()
}

// open makes the reader look whether it may go on.
func (pr *process) open() {
	select {
	case pr.gate <- struct{}{}:
	default:
	}
}

func (pr *process) eof() {
	s := pr.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if pr.ctx.Err() != nil {
		return
	}
	pr.c.note(Entry{Kind: KindEOF})
	pr.closing(ignoreEOF, 0)
}

// skip notes a blank line and does nothing about it.
func (pr *process) skip(line []byte) {
	s := pr.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if pr.ctx.Err() == nil {
		pr.c.note(Entry{Kind: KindRaw, Direction: Received, Raw: bounded(line), Size: len(line)})
	}
}

// receive handles one line.
func (pr *process) receive(line []byte) {
	s := pr.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if pr.ctx.Err() != nil {
		return
	}
	messages, batch, err := readMessages(line)
	if err != nil && (batch || len(messages) == 0 || messages[0].kind == noMessage) {
		pr.refuse(line, messages, err)
		return
	}
	if batch && !pr.c.batches() {
		pr.refuse(line, nil, errNotMessage)
		return
	}
	if !batch {
		messages[0].raw = bytes.TrimSuffix(line, []byte("\n")) // with its \r and spaces
	}
	s.receive(pr.c, pr, "", messages, batch)
}

// refuse answers what is no message.
func (pr *process) refuse(line []byte, messages []message, err error) {
	pr.c.note(Entry{Kind: KindRaw, Direction: Received, Raw: bounded(line), Size: len(line)})
	pr.answer(frame{text: refusal(messages, err).text()})
}

// refusal is the error answer to what is no message.
func refusal(messages []message, err error) reply {
	r := reply{id: []byte("null"), err: &rpcError{Code: codeInvalidRequest, Message: errNotMessage.Error()}}
	if errors.Is(err, errNotJSON) {
		r.err = &rpcError{Code: codeParse, Message: errNotJSON.Error()}
	}
	if len(messages) == 1 && messages[0].id != nil {
		r.id = messages[0].id
	}
	return r
}
