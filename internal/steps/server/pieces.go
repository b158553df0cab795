package server

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
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

// withinCharacter sends a ping with an id of characters of two bytes, one of which is in both
// pieces. One that is never answered, in one piece either, is the business of another check.
func (c *check) withinCharacter(pieces int) error {
	if _, err := c.process(); err != nil {
		return err
	}
	c.sent = c.conn.Size()
	ids := []string{`"` + c.bench.NextID() + `-üüüü"`}
	if err := c.conn.SendCut(c.pings(ids)[0], 'ü', pieceGap); err != nil {
		return err
	}
	if err := c.awaitAll(ids); err != nil || c.err == nil {
		return err
	}
	whole := `"` + c.bench.NextID() + `-üüüü"`
	if err := c.requestAs(whole, c.bench.Light(), ""); err != nil {
		return err
	}
	if c.err != nil || c.answer.ID() != whole && probe.SameJSON([]byte(c.answer.ID())) != probe.SameJSON([]byte(whole)) {
		return verdict.Because(textCheck, "a ping with such an id is not answered in one piece either")
	}
	c.answer, c.err = probe.Frame{}, errors.New("a ping of which a piece ended within a character is answered with another id, or not at all")
	return nil
}

// lineEnds are characters that are line ends for some programs, and none for JSON: they may
// stand in a string as they are.
const lineEnds = "a\u0085b\u2028c\u2029d"

// withLineEnds is a light request that has [lineEnds] in its metadata.
func withLineEnds(c *probe.Conn, method, id string) []byte {
	raw := c.Message(method, `{"_meta":{"mcpsim":"line ends"}}`, id)
	return bytes.Replace(raw, []byte(`"line ends"`), []byte(`"`+lineEnds+`"`), 1)
}

func (c *check) lineEndsWithin() error {
	id := c.conn.NewID()
	return c.requestRaw(withLineEnds(c.conn, c.bench.Light(), id), id)
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
// pieces, or has [lineEnds] in it, and answers another one: such servers take what one read
// gives them for a message, or for its end what is none.
func (w *World) losesPieces() bool {
	if w.pieces == nil {
		w.pieces = new(bool)
		_ = w.bench.Aside(func(c *probe.Conn) error {
			for range 3 { // some lose what comes in one piece, too
				if _, err := c.Call(w.bench.Light(), ""); err != nil {
					return err
				}
			}
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
		*w.pieces = *w.pieces || w.losesLineEnds()
	}
	return *w.pieces
}

// losesLineEnds reports whether a ping with [lineEnds] in it is lost where a plain one in its
// place is not.
func (w *World) losesLineEnds() bool {
	lost, err := w.losesFirst(withLineEnds)
	if err != nil || !lost {
		return false
	}
	lost, err = w.losesFirst(func(c *probe.Conn, method, id string) []byte { return c.Message(method, "", id) })
	return err == nil && !lost
}

// losesFirst reports whether a new process answers the second of two pings alone, which come
// at once.
func (w *World) losesFirst(first func(c *probe.Conn, method, id string) []byte) (lost bool, err error) {
	err = w.bench.Beside(func(c *probe.Conn) error {
		if err := c.Handshake(""); err != nil {
			return err
		}
		id, before := c.NewID(), c.Size()
		if err := c.Send(first(c, w.bench.Light(), id)); err != nil {
			return err
		}
		_, err := c.Call(w.bench.Light(), "")
		lost = err == nil && probe.CountAnswers(c.From(before), id) == 0
		return err
	})
	return lost, err
}

// ofSpoiled are checks of text that comes back otherwise than it was sent.
var ofSpoiled = []string{textCheck, idCheck, "PROG-04", "STDIO-02", "M-SUB-04"}

// ofPieces is the error of a finding that a server makes which decodes each piece of a message by
// itself; nil = it is another one.
func (w *World) ofPieces(err error) error {
	if !slices.ContainsFunc(ofSpoiled, w.is) || !w.cutsText() {
		return nil
	}
	return verdict.Because(pieceCheck, "a character that comes in two pieces is read as two; %s", err)
}

// cutsText reports whether a process spoils a character of two bytes that comes in two pieces, and
// not one that comes in one: then it also does where a long message, or many, end a piece.
func (w *World) cutsText() bool {
	if w.bench.Target.URL != "" {
		return false
	}
	return learn(&w.cuts, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		whole, err := w.umlauts(c, false)
		if err != nil || !whole {
			return err
		}
		cut, err := w.umlauts(c, true)
		*found = err == nil && !cut
		return err
	})
}

// umlauts sends a light request whose id has characters of two bytes, and reports whether it comes
// back.
func (w *World) umlauts(c *probe.Conn, cut bool) (same bool, err error) {
	id := `"` + w.bench.NextID() + `-üüüü"`
	c.Use(id)
	message, begin := c.Message(w.bench.Light(), "", id), c.Size()
	if cut {
		err = c.SendCut(message, 'ü', pieceGap)
	} else {
		err = c.Send(message)
	}
	if err != nil {
		return false, err
	}
	if _, err := c.Call(w.bench.Light(), ""); err != nil {
		return false, err
	}
	return probe.CountAnswers(c.From(begin), id) > 0, nil
}
