package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"sync"
)

// Floor is the yardstick that nobody can beat: it writes bytes that were built
// before and reads until the answer is there, without looking at it.
func Floor() Client {
	return Client{
		Name: "floor",
		Process: func(path string) (Session, error) {
			c, err := start(path)
			if err != nil {
				return nil, err
			}
			return openFloorLines(c)
		},
		HTTP:   func(url string) (Session, error) { return openFloorHTTP(url, floorInitialize, floorInitialized) },
		Modern: func(url string) (Session, error) { return openFloorHTTP(url, floorDiscover) },
		Socket: func(c net.Conn) (Session, error) { return openFloorLines(c) },
	}
}

// The messages, with the members in the order of everybody else.
var (
	floorInitialize  = floorRequest("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"peer","version":"1"}}`)
	floorInitialized = []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	floorDiscover    = floorRequest("server/discover", `{`+floorMeta+`}`)
	floorList        = floorRequest("tools/list", `{}`)
	floorBurst       = floorRequest("tools/call", `{"name":"burst"}`)
)

// floorMeta is what a request of 2026-07-28 says of its client; in others it is ballast.
const floorMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"peer","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

func floorRequest(method, params string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
}

// batcher has several calls in flight at once without goroutines.
type batcher interface {
	Batch(n int, arguments json.RawMessage) error
}

// floorLines counts newlines.
type floorLines struct {
	io.ReadWriteCloser
	echo []byte // the last echo's frame
	size int    // of its arguments
	buf  []byte
}

func openFloorLines(c io.ReadWriteCloser) (Session, error) {
	s := &floorLines{ReadWriteCloser: c, buf: make([]byte, 4<<10)}
	if _, err := s.exchange(line(floorInitialize), 1); err != nil {
		return nil, err
	}
	_, err := s.Write(line(floorInitialized))
	return s, err
}

func line(frame []byte) []byte { return append(bytes.Clone(frame), '\n') }

// exchange writes and reads that many lines. It returns their size.
func (s *floorLines) exchange(frame []byte, lines int) (size int, err error) {
	if _, err := s.Write(frame); err != nil {
		return 0, err
	}
	return s.skip(lines)
}

func (s *floorLines) skip(lines int) (size int, err error) {
	for lines > 0 {
		n, err := s.Read(s.buf)
		if err != nil {
			return 0, err
		}
		size += n
		lines -= bytes.Count(s.buf[:n], []byte{'\n'})
	}
	return size, nil
}

// prepare builds the frame of an echo before it is measured.
func (s *floorLines) prepare(arguments json.RawMessage) {
	if s.size != len(arguments) {
		s.echo = line(floorRequest("tools/call", `{"name":"echo","arguments":`+string(arguments)+`}`))
		s.size, s.buf = len(arguments), make([]byte, max(len(s.buf), min(len(s.echo)+1024, 64<<10)))
	}
}

func (s *floorLines) Echo(arguments json.RawMessage) (int, error) {
	s.prepare(arguments)
	return s.exchange(s.echo, 1)
}

func (s *floorLines) Batch(n int, arguments json.RawMessage) error {
	s.prepare(arguments)
	for range n {
		if _, err := s.Write(s.echo); err != nil {
			return err
		}
	}
	_, err := s.skip(n)
	return err
}

func (s *floorLines) big() {
	if len(s.buf) < 64<<10 {
		s.buf = make([]byte, 64<<10)
	}
}

func (s *floorLines) ListTools() (int, error) {
	s.big()
	_, err := s.exchange(line(floorList), 1)
	return ListedTools, err
}

func (s *floorLines) Burst() (int, error) {
	s.big()
	_, err := s.exchange(line(floorBurst), BurstEvents+1)
	return 0, err
}

// floorHTTP keeps connections and reads responses whose size it knows.
type floorHTTP struct {
	url  *url.URL
	idle chan *floorConn
}

// floorBuffers are lent for one exchange: idle connections keep nothing.
var floorBuffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// floorConn is one connection and the last request that was built for it.
type floorConn struct {
	net.Conn
	size    int // of the arguments that request was built for
	request []byte
}

func openFloorHTTP(raw string, hello ...[]byte) (Session, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, err
	}
	s := &floorHTTP{url: u, idle: make(chan *floorConn, 64)}
	for _, frame := range hello {
		if _, err := s.do(s.build(frame)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *floorHTTP) build(frame []byte) []byte {
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n", s.url.Path, s.url.Host, len(frame))
	return append([]byte(head), frame...)
}

func (s *floorHTTP) take() (*floorConn, error) {
	select {
	case c := <-s.idle:
		return c, nil
	default:
	}
	c, err := net.Dial("tcp", s.url.Host)
	return &floorConn{Conn: c}, err
}

func (s *floorHTTP) give(c *floorConn) {
	select {
	case s.idle <- c:
	default:
		_ = c.Close()
	}
}

func (s *floorHTTP) do(request []byte) (int, error) {
	c, err := s.take()
	if err != nil {
		return 0, err
	}
	defer s.give(c)
	return c.exchange(request)
}

// exchange writes a request and reads its response: up to its length, or up to
// the last chunk.
func (c *floorConn) exchange(request []byte) (int, error) {
	lent := floorBuffers.Get().(*[64 << 10]byte)
	defer floorBuffers.Put(lent)
	buf := lent[:]
	if _, err := c.Write(request); err != nil {
		return 0, err
	}
	n, err := c.Read(buf)
	if err != nil {
		return 0, err
	}
	head, body, _ := bytes.Cut(buf[:n], []byte("\r\n\r\n"))
	if length, ok := contentLength(head); ok {
		_, err := io.CopyBuffer(onlyWriter{}, struct{ io.Reader }{io.LimitReader(c.Conn, int64(length-len(body)))}, buf)
		return length, err
	}
	for size := n; ; size += n {
		if bytes.HasSuffix(buf[:n], []byte("0\r\n\r\n")) {
			return size, nil
		}
		if n, err = c.Read(buf); err != nil {
			return 0, err
		}
	}
}

// onlyWriter hides the ReadFrom of io.Discard, which has a buffer of its own.
type onlyWriter struct{}

func (onlyWriter) Write(p []byte) (int, error) { return len(p), nil }

// contentLength is that of a response, 0 if it can have none.
func contentLength(head []byte) (int, bool) {
	_, value, ok := bytes.Cut(head, []byte("Content-Length: "))
	if !ok {
		return 0, !bytes.Contains(head, []byte("chunked"))
	}
	value, _, _ = bytes.Cut(value, []byte("\r\n"))
	n, err := strconv.Atoi(string(value))
	return n, err == nil
}

func (s *floorHTTP) Echo(arguments json.RawMessage) (int, error) {
	c, err := s.take()
	if err != nil {
		return 0, err
	}
	defer s.give(c)
	if c.size != len(arguments) {
		c.size = len(arguments)
		c.request = s.build(floorRequest("tools/call", `{"name":"echo","arguments":`+string(arguments)+`}`))
	}
	return c.exchange(c.request)
}

func (s *floorHTTP) ListTools() (int, error) {
	_, err := s.do(s.build(floorList))
	return ListedTools, err
}

func (s *floorHTTP) Burst() (int, error) {
	_, err := s.do(s.build(floorBurst))
	return 0, err
}

func (s *floorHTTP) Close() error {
	for {
		select {
		case c := <-s.idle:
			_ = c.Close()
		default:
			return nil
		}
	}
}
