package ui_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// run is what a command of one function writes to stderr.
func run(t *testing.T, f func() error) string {
	t.Helper()
	var stderr bytes.Buffer
	before := log.Writer()
	log.SetOutput(&stderr) // as that of a process
	defer log.SetOutput(before)
	code := ui.Main(ui.System{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr}, nil, func(*ui.UI) *cobra.Command {
		return &cobra.Command{Use: "x", RunE: ui.Run(func(*cobra.Command, []string) error { return f() })}
	})
	assert.Equal(t, code, ui.ExitOK)
	return stderr.String()
}

// A server that answers once more than it was asked gets no line on stderr, least of all
// one with the token that it was sent.
func TestWhatTheStandardLibraryLogsIsNotShown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	defer l.Close()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		head := make([]byte, 4096)
		n, _ := c.Read(head)
		answer := "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
		fmt.Fprintf(c, "%s%s%s", answer, answer, head[:n])
		_, _ = c.Read(head) // until the client gives the connection up, which it logs before
	}()
	shown := run(t, func() error {
		req, err := http.NewRequest(http.MethodGet, "http://"+l.Addr().String(), nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer CANARY")
		resp, err := new(http.Transport).RoundTrip(req)
		if err != nil {
			return err
		}
		err = resp.Body.Close()
		<-closed
		return err
	})
	assert.Equal(t, shown, "")
}

func TestAPanicOfAHandlerIsShown(t *testing.T) {
	shown := run(t, func() error {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom\x1b[2J") })}
		go func() { _ = s.Serve(l) }()
		_, err = new(http.Transport).RoundTrip(&http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "http", Host: l.Addr().String()}, Header: http.Header{}})
		assert.Check(t, err != nil)
		return s.Close()
	})
	assert.Check(t, strings.Contains(shown, "http: panic serving 127.0.0.1:"), shown)
	assert.Check(t, strings.Contains(shown, "boom"), shown)
	assert.Check(t, !strings.Contains(shown, "\x1b"), shown)
}
