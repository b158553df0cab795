package probe

import (
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Listening is what became of a session that was listened to.
type Listening struct {
	Conn   *Conn
	Gets   []*Stream // two; the second need not be open
	Err    error     // why there is no such session
	Events []event.Event
}

// rootsParams are those of a client that has roots.
func rootsParams(revision string) string {
	return strings.Replace(InitializeParams(revision), `"capabilities":{}`, `"capabilities":{"roots":{"listChanged":true}}`, 1)
}

func (b *Bench) Listen(l *Listening) error {
	l.Conn = b.NewConn()
	if _, err := l.Conn.Initialize(rootsParams(b.Target.Revision)); err != nil {
		return err
	}
	if err := l.Conn.Notify("notifications/initialized", ""); err != nil {
		return err
	}
	for range 2 {
		s := l.Conn.Open(http.MethodGet, nil, "", l.Conn.Listening())
		l.Gets = append(l.Gets, s)
		l.Conn.Streams = append(l.Conn.Streams, s)
	}
	if err := l.Conn.Notify("notifications/roots/list_changed", ""); err != nil {
		return err
	}
	for range 2 {
		if _, err := l.Conn.Call("ping", ""); err != nil {
			return err
		}
	}
	return clock.Sleep(b.Ctx, b.Target.Clock, QuietTime)
}
