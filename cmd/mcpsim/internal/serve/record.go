package serve

import (
	"context"
	"io"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/recording"
)

// startRecording opens the file of --record, if there is one; close writes what is left.
func (c *command) startRecording(ctx context.Context) (close func() error, err error) {
	c.tap, close, err = outside.Record(ctx, c.record, outside.Unrecorded(c.ui.Environ, nil))
	return close, err
}

// streams are the pipes of this process, recorded if that is asked for. They have no Close:
// it would not end a read of stdin.
func (c *command) streams(name string, stdout io.Writer) (in io.Reader, out, err io.Writer, ended func(code int)) {
	in, out, err = c.ui.Stdin, stdout, c.ui.Stderr
	ended = func(int) {}
	if c.tap != nil {
		conn := c.tap.Open(strings.Join([]string{"mcpsim serve", name}, " "))
		in = c.tap.Reader(struct{ io.Reader }{in}, conn, recording.Client)
		out = c.tap.Writer(struct{ io.Writer }{out}, conn, recording.Server)
		err = c.tap.Writer(struct{ io.Writer }{err}, conn, recording.Stderr)
		ended = func(code int) { c.tap.Exit(conn, code) }
	}
	return struct{ io.Reader }{in}, struct{ io.Writer }{out}, struct{ io.Writer }{err}, ended
}

// tapped makes a server record what passes over HTTP and WebSockets.
func (c *command) tapped(o *fakeserver.Options) {
	if c.tap != nil {
		o.Around = c.tap.Handler
	}
}
