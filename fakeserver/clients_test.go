package fakeserver_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// dialed is a connection on which something was said.
func dialed(t *testing.T, addr, says string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	assert.NilError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_, err = io.WriteString(c, says)
	assert.NilError(t, err)
	return c
}

// statusOf reads the answer to what was said; 0 = the connection was closed.
func statusOf(t *testing.T, c net.Conn) int {
	t.Helper()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

const (
	halfAHead  = "POST /mcp HTTP/1.1\r\nHost: x"
	halfABody  = "POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
	wholeShort = "OPTIONS /mcp HTTP/1.1\r\nHost: x\r\n\r\n"
)

// Of the connections without a request the one that has been so for longest makes room.
func TestWaitingConnectionsMakeRoom(t *testing.T) {
	_, addr := served(t, fakeserver.Limits{Waiting: 3})
	var waiting []net.Conn
	for range 3 { // new ones: when one that was answered waits again, nobody sees
		waiting = append(waiting, dialed(t, addr, halfAHead))
	}
	assert.Equal(t, statusOf(t, dialed(t, addr, wholeShort)), http.StatusMethodNotAllowed)
	assert.Equal(t, statusOf(t, waiting[0]), 0)
	_, err := io.WriteString(waiting[2], "\r\n\r\n{}")
	assert.NilError(t, err)
	assert.Equal(t, statusOf(t, waiting[2]), http.StatusBadRequest) // the newest are left
}

// A connection that comes when all others have a request is closed, and one that has none makes
// room for it.
func TestConnectionsAreBounded(t *testing.T) {
	_, addr := served(t, fakeserver.Limits{Connections: 3})
	streams := make([]net.Conn, 2)
	for i := range streams {
		streams[i] = dialed(t, addr, "POST /mcp HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
		assert.Equal(t, statusOf(t, streams[i]), http.StatusContinue) // its handler runs
	}
	idle := dialed(t, addr, halfAHead)
	third := dialed(t, addr, "POST /mcp HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
	assert.Equal(t, statusOf(t, third), http.StatusContinue)
	assert.Equal(t, statusOf(t, idle), 0)
	late, err := net.Dial("tcp", addr)
	assert.NilError(t, err)
	defer late.Close()
	_, err = late.Read(make([]byte, 1))
	assert.Assert(t, err != nil) // closed: nothing was said
	_, err = io.WriteString(streams[0], "{}")
	assert.NilError(t, err)
	assert.Equal(t, statusOf(t, streams[0]), http.StatusBadRequest)
}

// Requests of one connection of HTTP/2 do not keep others from asking.
func TestRequestsAtOnceAreBounded(t *testing.T) {
	_, addr := served(t, fakeserver.Limits{Connections: 10})
	both := &http.Protocols{}
	both.SetUnencryptedHTTP2(true)
	wire := &http.Transport{Protocols: both}
	defer wire.CloseIdleConnections()
	begun := make(chan *io.PipeWriter, 20)
	statuses := make(chan int, 20)
	for range 20 {
		body, more := io.Pipe()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+addr+"/mcp", body)
		assert.NilError(t, err)
		go func() {
			status := 0
			if resp, err := wire.RoundTrip(r); err == nil {
				status = resp.StatusCode
				_ = resp.Body.Close()
			}
			_ = body.Close()
			statuses <- status
		}()
		begun <- more
	}
	for range 10 { // the others hold what there is
		status := <-statuses // 0: the stream was reset, as its body was not wanted, before the answer was read
		assert.Check(t, status == http.StatusServiceUnavailable || status == 0, "%d", status)
	}
	assert.Equal(t, statusOf(t, dialed(t, addr, wholeShort)), http.StatusMethodNotAllowed)
	for range 20 {
		_ = (<-begun).Close()
	}
	for range 10 {
		<-statuses
	}
}

// Clients that send heads of many lines without end, or bodies behind them, take little.
func TestHeadsTakeLittle(t *testing.T) {
	fake, addr := served(t, fakeserver.ServingLimits())
	var lines strings.Builder
	for i := range 7000 {
		fmt.Fprintf(&lines, "%x:\r\n", i)
	}
	before := heapNow()
	for range 100 {
		c := dialed(t, addr, "GET /none HTTP/1.1\r\nHost: x\r\n"+lines.String()+"\r\n")
		assert.Equal(t, statusOf(t, c), http.StatusRequestHeaderFieldsTooLarge)
		_ = c.Close()
	}
	assert.Check(t, heapNow()-before < 8<<20, "%d bytes", heapNow()-before) // it was 100 MB
	at256 := "GET /none HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("a: b\r\n", 256) + "\r\n"
	assert.Equal(t, statusOf(t, dialed(t, addr, at256)), http.StatusNotFound)
	assert.Assert(t, len(fake.Journal()) > 0)
}

func heapNow() int {
	var m goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
