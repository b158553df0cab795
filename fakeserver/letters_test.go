package fakeserver_test

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// Names of headers in small letters are those of the server; what frames the message is there
// once, as a client would refuse the message otherwise.
func TestNamesInSmallLetters(t *testing.T) {
	_, address := loopback(t, &fakeserver.Script{HTTP: fakeserver.HTTPScript{Lowercase: true}})
	u, err := url.Parse(address)
	assert.NilError(t, err)
	conn, err := net.Dial("tcp", u.Host)
	assert.NilError(t, err)
	defer conn.Close()
	assert.NilError(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		u.Path, u.Host, len(initialize), initialize)
	assert.NilError(t, err)
	var text strings.Builder
	for buf := make([]byte, 4096); !strings.Contains(text.String(), "\r\n\r\n"); {
		n, err := conn.Read(buf)
		assert.NilError(t, err)
		text.Write(buf[:n])
	}
	head, _, _ := strings.Cut(text.String(), "\r\n\r\n")
	assert.Check(t, cmp.Contains(head, "\r\ncontent-type: application/json"))
	assert.Check(t, cmp.Contains(head, "\r\nmcp-session-id: "))
	assert.Check(t, !strings.Contains(head, "Content-Type"), head)
	framed := strings.Count(strings.ToLower(head), "\r\ncontent-length:") + strings.Count(strings.ToLower(head), "\r\ntransfer-encoding:")
	assert.Equal(t, framed, 1, head)
}
