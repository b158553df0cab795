package server

import "github.com/mcpsim/mcpsim/internal/probe"

// wantsHandshake reports whether a modern server refuses a list that it declares until
// server/discover or initialize has come on the same connection: all that such a server refuses
// is due to that.
func (w *World) wantsHandshake() bool {
	if w.handshake == nil {
		w.handshake = new(bool)
		method := w.bench.FirstList()
		if method == "" {
			return false
		}
		_ = w.bench.Beside(func(c *probe.Conn) error {
			before, err := c.Call(method, "")
			if err != nil || before.Failure() == nil {
				return err
			}
			if _, err := c.Call("server/discover", ""); err != nil {
				return err
			}
			if after, err := c.Call(method, ""); err != nil || after.Failure() == nil {
				*w.handshake = err == nil
				return err
			}
			id := c.NewID()
			if _, err := c.Request(probe.Message("initialize", probe.InitializeParams(probe.LatestRevision), id), id); err != nil {
				return err
			}
			if err := c.Send(probe.Message("notifications/initialized", "", "")); err != nil {
				return err
			}
			after, err := c.Call(method, "")
			*w.handshake = err == nil && after.Failure() == nil
			return err
		})
	}
	return *w.handshake
}
