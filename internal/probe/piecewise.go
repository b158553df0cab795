package probe

import (
	"bytes"
	"errors"
	"slices"
	"time"
)

// SendPieces writes messages to a process as a pipe may deliver them: in n pieces of about
// the same size, whatever ends in them, each a pause after the one before. It awaits no
// answer.
func (c *Conn) SendPieces(all [][]byte, n int, pause time.Duration) error {
	var text []byte
	for _, raw := range all {
		c.bench.noteSent(raw)
		c.talk.sending(raw)
		text = append(append(text, raw...), '\n')
	}
	for i := range n {
		if i > 0 {
			if err := c.bench.Sleep(pause); err != nil {
				return err
			}
		}
		err := c.Process.send(text[len(text)*i/n : len(text)*(i+1)/n])
		if errors.Is(err, ErrEnded) {
			err = c.Explain(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SendCut sends a message in two pieces, of which the first ends within the first of a character
// of several bytes.
func (c *Conn) SendCut(raw []byte, within rune, pause time.Duration) error {
	c.bench.noteSent(raw)
	c.talk.sending(raw)
	text := append(slices.Clone(raw), '\n')
	cut := bytes.IndexRune(text, within) + 1
	for i, piece := range [][]byte{text[:cut], text[cut:]} {
		if i > 0 {
			if err := c.bench.Sleep(pause); err != nil {
				return err
			}
		}
		if err := c.Process.send(piece); err != nil {
			if errors.Is(err, ErrEnded) {
				return c.Explain(err)
			}
			return err
		}
	}
	return nil
}
