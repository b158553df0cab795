package control

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"

	"gotest.tools/v3/assert"
)

// Connections that ask nothing make room, so that they cannot keep an operator out.
func TestControlMakesRoom(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	done := make(chan error, 1)
	go func() { done <- Serve(l, NewServer(&fakeRuntime{}, Guard{})) }()
	defer func() { assert.NilError(t, l.Close()); assert.NilError(t, <-done) }()
	const many = 200
	silent := make([]net.Conn, many)
	for i := range silent {
		silent[i], err = net.Dial("tcp", l.Addr().String())
		assert.NilError(t, err)
		defer silent[i].Close()
	}
	for i := range many - 31 { // one place is for the request below
		_, err = silent[i].Read(make([]byte, 1))
		assert.Check(t, err == io.EOF, "%d: %v", i, err) //nolint:errorlint // Read returns it bare
		if i == many-33 {
			ask(t, l.Addr().String())
		}
	}
}

func ask(t *testing.T, addr string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	assert.NilError(t, err)
	defer c.Close()
	_, err = io.WriteString(c, "GET /admin/mcp/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	assert.NilError(t, err)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	assert.NilError(t, err)
	assert.Check(t, resp.StatusCode < 500, resp.Status)
	assert.NilError(t, resp.Body.Close())
}
