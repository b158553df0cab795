package probe

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Listening is a session that is listened to.
type Listening struct {
	Conn *Conn
	Gets []*Stream // two; the second need not be open
	// Events are what came on it, for [Bench.Recall].
	Events []event.Event

	err error // why there is no such session
}

// Listening makes such a session, once for all checks: its client has roots and
// opens two GET streams, the roots change, two pings are answered, and [QuietTime]
// is quiet. The error is that it is not testable; what came is returned also then.
func (b *Bench) Listening() (*Listening, error) {
	if b.listening == nil {
		b.listening = &Listening{Conn: b.newConn()}
		b.listening.Events = b.record(func() { b.listening.err = b.listen(b.listening) })
	}
	if _, none := errors.AsType[*SessionError](b.listening.err); none {
		return b.listening, b.listening.err
	}
	if err := b.listening.err; err != nil {
		return b.listening, verdict.NotTestable("a session that is listened to: %s", err)
	}
	return b.listening, b.Partial(b.listening.Conn)
}

func (b *Bench) listen(l *Listening) error {
	opened, err := l.Conn.Initialize(clientParams(b.Target.Revision, `{"roots":{"listChanged":true}}`))
	if err != nil {
		return err
	}
	if b.refused == nil && opened.Members["result"] == nil {
		return &SessionError{fmt.Errorf("initialize is refused: %s", Quote(opened.Raw))}
	}
	if err := l.Conn.Notify("notifications/initialized", ""); err != nil {
		return err
	}
	for range 2 {
		l.Gets = append(l.Gets, l.Conn.Listen(""))
	}
	if err := l.Conn.Notify("notifications/roots/list_changed", ""); err != nil {
		return err
	}
	for range 2 {
		if _, err := l.Conn.Call("ping", ""); err != nil {
			return err
		}
	}
	return b.Sleep(QuietTime)
}
