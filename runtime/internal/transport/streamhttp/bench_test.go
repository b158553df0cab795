package streamhttp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// loopback is a server on a real socket that answers each request with its
// params, as JSON or as a stream.
func loopback(t testing.TB, stream bool) *httptest.Server {
	s := unstarted(stream)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

func unstarted(stream bool) *httptest.Server {
	return httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m, err := jsonrpc.Parse(body)
		if err != nil || m.Kind != jsonrpc.Request {
			rw.WriteHeader(http.StatusAccepted)
			return
		}
		if stream {
			rw.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(rw, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m.ID, m.Params)
			return
		}
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(rw, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, m.Params)
	}))
}

func real(t testing.TB, o Options) *Transport {
	tr := New(filled(o))
	assert.NilError(t, tr.Connect(background))
	t.Cleanup(func() { assert.NilError(t, tr.Close()) })
	return tr
}

var benchParams = json.RawMessage(`{"name":"echo","arguments":{"text":"about one hundred bytes"}}`)

func TestRealServer(t *testing.T) {
	for _, stream := range []bool{false, true} {
		tr := real(t, Options{URL: loopback(t, stream).URL})
		got, err := tr.Request(background, "a", benchParams)
		assert.NilError(t, err)
		assert.Equal(t, string(got), string(benchParams))
		assert.NilError(t, tr.Notify("n", nil))
	}
}

func TestRealCloseLeavesNoConnection(t *testing.T) {
	s := unstarted(true)
	open := map[net.Conn]bool{}
	changes := make(chan func(), 100)
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		changes <- func() {
			if open[c] = true; state == http.StateClosed {
				delete(open, c)
			}
		}
	}
	s.Start()
	defer s.Close()
	for range 10 {
		tr := New(filled(Options{URL: s.URL}))
		assert.NilError(t, tr.Connect(background))
		_, err := tr.Request(background, "a", 1)
		assert.NilError(t, err)
		assert.NilError(t, tr.Close())
	}
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		for len(changes) > 0 {
			(<-changes)()
		}
		if len(open) > 0 {
			return poll.Continue("%d connections open", len(open))
		}
		return poll.Success()
	})
}

func BenchmarkCall(b *testing.B) {
	for name, stream := range map[string]bool{"json": false, "sse": true} {
		tr := real(b, Options{URL: loopback(b, stream).URL})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tr.Request(background, "tools/call", benchParams); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// canned is a connection to a server without net/http that answers with fixed
// text: what is measured is the client side alone.
func canned(response string) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			in := bufio.NewReader(server)
			for {
				r, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body)
				if _, err := io.WriteString(server, response); err != nil {
					return
				}
			}
		}()
		return client, nil
	}
}

// TestAllocationsPerCall watches the client's share of a call.
func TestAllocationsPerCall(t *testing.T) {
	body := `{"jsonrpc":"2.0","id":1,"result":{}}`
	response := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	tr := real(t, Options{URL: "http://docs.test/", Wires: &Wires{Dial: canned(response)}, IDs: jsonrpc.Integers()})
	n := testing.AllocsPerRun(200, func() {
		if _, err := tr.Request(background, "tools/call", benchParams); err != nil {
			t.Fatal(err)
		}
	})
	if n > 120 { // about 30 of these are the canned server's, 60 net/http's
		t.Errorf("%.0f allocations per call", n)
	}
}

// BenchmarkBigEvent shows that a big event in small chunks is affordable.
func BenchmarkBigEvent(b *testing.B) {
	data := []byte("data: {\"method\":\"n\",\"params\":\"" + string(bytes.Repeat([]byte("x"), 4<<20)) + "\"}\n\n")
	tr := New(filled(Options{URL: "http://docs.test/"}))
	tr.SetCallbacks(transport.Callbacks{})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := tr.newStream("").read(&slow{data, 16 << 10}); err != nil {
			b.Fatal(err)
		}
	}
}

type slow struct {
	data []byte
	size int
}

func (s *slow) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.size)], s.data)
	s.data = s.data[n:]
	return n, nil
}
