package scenario

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
)

// player is the recorded client on one connection, and what it got.
type player struct {
	*replay
	conn    *conn
	process *netem.Process // over stdio
	in      chan []byte    // what is written to stdin; closed = its end
	shut    bool
	tasks   sync.WaitGroup

	mu       sync.Mutex
	session  string // over HTTP
	got      []text
	junk     []byte            // of stdout, that are no messages
	exit     int               // of the process; -1 = it runs
	ended    bool              // the process has ended before its stdin
	statuses map[*exchange]int // of answers
}

func newPlayer(r *replay, on *conn) *player {
	return &player{replay: r, conn: on, exit: -1, statuses: map[*exchange]int{}, in: make(chan []byte, len(on.events)+1)}
}

// do does what the client did.
func (p *player) do(e *event) {
	switch {
	case e.kind == "" && !p.conn.web:
		p.spawn()
	case e.kind == "":
	case e.kind == closed || e.kind == signal:
		p.close()
	case e.web != nil && (e.kind == said || e.kind == asked):
		p.tasks.Go(func() { p.exchange(e) })
	case e.kind == said && !p.shut:
		p.in <- append(slices.Clip(p.own(e)), '\n')
	}
}

// close ends stdin.
func (p *player) close() {
	if p.shut || p.process == nil {
		return
	}
	p.mu.Lock()
	p.ended = p.exit >= 0
	p.mu.Unlock()
	p.shut = true
	close(p.in)
}

// spawn starts the server's process.
func (p *player) spawn() {
	p.process = p.net.Process("server")
	child := p.process
	p.tasks.Go(func() {
		code := p.fake.ServeStdio(fakeserver.Stdio{In: child.In(), Out: child.Out(), Err: child.Err(), Term: child.Term(), Kill: child.Killed()})
		p.mu.Lock()
		p.exit = code
		p.mu.Unlock()
		child.Exit(code)
	})
	p.tasks.Go(func() {
		for line := range p.in {
			_, _ = child.Stdin().Write(line) // a process that has ended reads nothing
		}
		_ = child.CloseStdin()
	})
	p.tasks.Go(func() { p.read(child.Stdout()) })
	p.tasks.Go(func() { _, _ = io.Copy(io.Discard, child.Stderr()) })
}

// read reads lines.
func (p *player) read(from io.Reader) {
	var l lines
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		for _, line := range l.feed(buf[:n]) {
			p.hear(line)
		}
		if err != nil {
			if len(l.partial) > 0 {
				p.hear(l.partial)
			}
			return
		}
	}
}

// hear takes what the server said.
func (p *player) hear(said []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	messages, _, ok := readMessages(said)
	if !ok {
		p.junk = append(p.junk, said...)
		return
	}
	p.got = append(p.got, messages...)
}

// heard is how many messages there have been.
func (p *player) heard() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.got)
}

// own is a message of the client: an answer has the id of the question that was asked now.
func (p *player) own(e *event) []byte {
	if !e.answer() {
		return e.raw
	}
	n := 0
	for _, other := range p.conn.events {
		if !other.client && other.request() {
			if string(other.ID) == string(e.ID) {
				break
			}
			n++
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.got {
		if m.request() {
			if n == 0 {
				return withID(e.raw, m.ID)
			}
			n--
		}
	}
	return e.raw
}

// withID is a message with another id.
func withID(raw []byte, id json.RawMessage) []byte {
	all := members(raw)
	all["id"] = id
	return encode(all)
}

// sentHeaders are those of a client that mean something to a server of MCP.
var sentHeaders = []string{"Accept", "Content-Type", "Last-Event-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"}

const sessionHeader = "Mcp-Session-Id"

// exchange is one HTTP request and its answer.
func (p *player) exchange(e *event) {
	x := e.web
	var body io.Reader
	if e.kind == said {
		body = bytes.NewReader(p.own(e))
	}
	r, err := http.NewRequestWithContext(p.ctx, x.verb, "http://"+address+x.path, body)
	if err != nil {
		return
	}
	for _, name := range sentHeaders {
		if value := x.asked.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	p.mu.Lock()
	if session := p.session; x.asked.Get(sessionHeader) != "" && session != "" {
		r.Header.Set(sessionHeader, session)
	}
	p.mu.Unlock()
	answer, err := p.http.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	p.mu.Lock()
	p.statuses[x] = answer.StatusCode
	if session := answer.Header.Get(sessionHeader); session != "" && x.verb == http.MethodPost {
		p.session = session
	}
	p.mu.Unlock()
	p.readBody(answer)
}

func (p *player) readBody(answer *http.Response) {
	form, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if form != "text/event-stream" {
		body, _ := io.ReadAll(answer.Body)
		if len(trimmed(body)) > 0 && answer.Header.Get("Content-Type") == "application/json" {
			p.hear(body)
		}
		return
	}
	var s stream
	buf := make([]byte, 64<<10)
	for {
		n, err := answer.Body.Read(buf)
		for _, data := range s.feed(buf[:n]) {
			if len(data) > 0 {
				p.hear(data)
			}
		}
		if err != nil {
			return
		}
	}
}
