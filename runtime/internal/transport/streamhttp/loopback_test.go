package streamhttp

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"gotest.tools/v3/assert"
)

// loopbacks are the addresses that a name may mean, by the type of what DNS says of them.
var loopbacks = map[uint16]net.IP{1: net.IPv4(127, 0, 0, 1).To4(), 28: net.IPv6loopback}

// A server that listens on one of the two addresses that a name means is reached, whichever
// of them is tried first.
func TestANameOfBothLoopbacks_FF_65(t *testing.T) {
	names := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go tellNames(theirs)
		return ours, nil
	}}
	for _, ip := range loopbacks {
		t.Run(ip.String(), func(t *testing.T) {
			l, err := net.Listen("tcp", net.JoinHostPort(ip.String(), "0"))
			if err != nil {
				t.Skipf("this machine has no %s", ip)
			}
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
			_ = server.Listener.Close()
			server.Listener = l
			server.Start()
			defer server.Close()
			_, port, err := net.SplitHostPort(l.Addr().String())
			assert.NilError(t, err)
			to := &url.URL{Scheme: "http", Host: net.JoinHostPort("both.test", port), Path: "/mcp"}
			wires := &Wires{Dial: (&net.Dialer{Resolver: names}).DialContext}
			defer wires.leave(to)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to.String(), http.NoBody)
			assert.NilError(t, err)
			resp, err := wires.join(to).posts.RoundTrip(r)
			assert.NilError(t, err)
			assert.Equal(t, resp.StatusCode, http.StatusAccepted)
			assert.NilError(t, resp.Body.Close())
		})
	}
}

// tellNames answers questions for addresses as DNS over a stream does: every name means both.
func tellNames(c net.Conn) {
	defer c.Close()
	for {
		var length [2]byte
		if _, err := io.ReadFull(c, length[:]); err != nil {
			return
		}
		asked := make([]byte, binary.BigEndian.Uint16(length[:]))
		if _, err := io.ReadFull(c, asked); err != nil {
			return
		}
		end := 12 // of the header; the name follows, label by label
		for asked[end] != 0 {
			end += 1 + int(asked[end])
		}
		end += 5 // its end, the type and the class
		ip := loopbacks[binary.BigEndian.Uint16(asked[end-4:])]
		answer := append([]byte{asked[0], asked[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, asked[12:end]...)
		if ip != nil {
			answer[7] = 1
			answer = append(answer, 0xc0, 12)
			answer = append(answer, asked[end-4:end]...)
			answer = append(answer, 0, 0, 0, 60, 0, byte(len(ip)))
			answer = append(answer, ip...)
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}
