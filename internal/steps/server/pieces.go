package server

import (
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
)

// pieceGap is how long after a piece of a message the next one follows: a server that waits
// for input has read the first one by then.
const pieceGap = 60 * time.Millisecond

// inPieces sends pings of which only the last piece ends with a message.
func (c *check) inPieces(pings, pieces int) error {
	ids := c.newIDs(pings)
	c.sent = c.conn.Size()
	if _, err := c.process(); err != nil {
		return err
	}
	if err := c.conn.SendPieces(c.pings(ids), pieces, pieceGap); err != nil {
		return err
	}
	return c.awaitAll(ids)
}

// pings are light requests with these ids.
func (c *check) pings(ids []string) (all [][]byte) {
	for _, id := range ids {
		c.conn.Use(id)
		all = append(all, c.conn.Message(c.bench.Light(), "", id))
	}
	return all
}

// losesPieces reports whether a process leaves a ping without answer that comes in two
// pieces, and answers one that comes at once: such servers take what one read gives them for
// a message.
func (w *World) losesPieces() bool {
	if w.pieces == nil {
		w.pieces = new(bool)
		_ = w.bench.Aside(func(c *probe.Conn) error {
			id := c.NewID()
			before := c.Size()
			if err := c.SendPieces([][]byte{c.Message(w.bench.Light(), "", id)}, 2, pieceGap); err != nil {
				return err
			}
			if _, err := c.Call(w.bench.Light(), ""); err != nil {
				return err
			}
			*w.pieces = probe.CountAnswers(c.From(before), id) == 0
			return nil
		})
	}
	return *w.pieces
}
