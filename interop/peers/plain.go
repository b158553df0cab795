package peers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"sync"
)

// Plain is a yardstick: the least that a programmer writes who has encoding/json
// and net/http. It has no deadlines, no limits and no life cycle.
func Plain() Client {
	return Client{
		Name: "plain",
		Process: func(path string) (Session, error) {
			c, err := start(path)
			if err != nil {
				return nil, err
			}
			return openPlain(newPlainLines(c))
		},
		HTTP: func(url string) (Session, error) {
			return openPlain(&plainHTTP{url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}})
		},
		Socket: func(c net.Conn) (Session, error) { return openPlain(newPlainLines(c)) },
	}
}

type plainRequest struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type plainMessage struct {
	ID     int64           `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

type plainCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

type plainResult struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
}

type plainTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations json.RawMessage `json:"annotations"`
}

// plainWire sends one message; request waits for its answer.
type plainWire interface {
	request(r *plainRequest) (*plainMessage, error)
	notify(r *plainRequest) error
	setNotified(func())
	io.Closer
}

type plainSession struct {
	wire  plainWire
	tally tally
	mu    sync.Mutex
	last  int64
}

func openPlain(w plainWire) (Session, error) {
	s := &plainSession{wire: w}
	w.setNotified(s.tally.add)
	var got json.RawMessage
	err := s.do("initialize", map[string]any{
		"protocolVersion": revision, "capabilities": struct{}{}, "clientInfo": map[string]string{"name": "peer", "version": "1"},
	}, &got)
	if err != nil {
		return nil, err
	}
	return s, w.notify(&plainRequest{JSONRPC: "2.0", Method: "notifications/initialized"})
}

func (s *plainSession) do(method string, params, result any) error {
	s.mu.Lock()
	s.last++
	id := s.last
	s.mu.Unlock()
	m, err := s.wire.request(&plainRequest{JSONRPC: "2.0", ID: id, Method: method, Params: params})
	switch {
	case err != nil:
		return err
	case m.Error != nil:
		return fmt.Errorf("error %d: %s", m.Error.Code, m.Error.Message)
	}
	return json.Unmarshal(m.Result, result)
}

func (s *plainSession) Echo(arguments json.RawMessage) (int, error) {
	var r plainResult
	if err := s.do("tools/call", plainCall{"echo", arguments}, &r); err != nil {
		return 0, err
	}
	return len(r.Content[0].Text), nil
}

func (s *plainSession) ListTools() (int, error) {
	var r struct {
		Tools []plainTool `json:"tools"`
	}
	err := s.do("tools/list", nil, &r)
	return len(r.Tools), err
}

func (s *plainSession) Burst() (int, error) {
	return s.tally.burst(func() error {
		var r plainResult
		return s.do("tools/call", plainCall{Name: "burst"}, &r)
	})
}

func (s *plainSession) Close() error { return s.wire.Close() }

// plainLines sends lines, and reads them in a goroutine.
type plainLines struct {
	io.ReadWriteCloser
	notified func()
	mu       sync.Mutex
	waiting  map[int64]chan *plainMessage
}

func newPlainLines(c io.ReadWriteCloser) *plainLines {
	return &plainLines{ReadWriteCloser: c, waiting: map[int64]chan *plainMessage{}}
}

func (l *plainLines) setNotified(f func()) {
	l.notified = f
	go l.read()
}

func (l *plainLines) read() {
	in := bufio.NewReader(l)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		m := new(plainMessage)
		if json.Unmarshal(line, m) != nil {
			return
		}
		if m.Method != "" {
			l.notified()
			continue
		}
		l.mu.Lock()
		c := l.waiting[m.ID]
		delete(l.waiting, m.ID)
		l.mu.Unlock()
		c <- m
	}
}

func (l *plainLines) request(r *plainRequest) (*plainMessage, error) {
	c := make(chan *plainMessage, 1)
	l.mu.Lock()
	l.waiting[r.ID] = c
	l.mu.Unlock()
	if err := l.notify(r); err != nil {
		return nil, err
	}
	return <-c, nil
}

func (l *plainLines) notify(r *plainRequest) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = l.Write(append(data, '\n'))
	return err
}

// plainHTTP sends POSTs.
type plainHTTP struct {
	url      string
	client   *http.Client
	notified func()
}

func (h *plainHTTP) setNotified(f func()) { h.notified = f }

func (h *plainHTTP) post(r *plainRequest) (*http.Response, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(http.MethodPost, h.url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	return h.client.Do(req)
}

func (h *plainHTTP) request(r *plainRequest) (*plainMessage, error) {
	resp, err := h.post(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return h.stream(resp.Body)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	m := new(plainMessage)
	return m, json.Unmarshal(body, m)
}

func (h *plainHTTP) stream(body io.Reader) (answer *plainMessage, err error) {
	in := bufio.NewReader(body)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return answer, nil
		}
		data, ok := bytes.CutPrefix(line, []byte("data: "))
		if !ok {
			continue
		}
		m := new(plainMessage)
		if err := json.Unmarshal(data, m); err != nil {
			return nil, err
		}
		if m.Method != "" {
			h.notified()
			continue
		}
		answer = m
	}
}

func (h *plainHTTP) notify(r *plainRequest) error {
	resp, err := h.post(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (h *plainHTTP) Close() error {
	h.client.CloseIdleConnections()
	return nil
}

// child is a process and its pipes.
type child struct {
	io.Reader
	io.WriteCloser
	cmd *exec.Cmd
}

func start(path string) (*child, error) {
	cmd := exec.Command(path)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &child{stdout, stdin, cmd}, cmd.Start()
}

// Close ends the input of the process, which ends it.
func (c *child) Close() error {
	_ = c.WriteCloser.Close()
	_, _ = io.Copy(io.Discard, c.Reader)
	return c.cmd.Wait()
}
