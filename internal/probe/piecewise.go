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
		text = append(append(text, raw...), '\n')
	}
	pieces := make([][]byte, n)
	for i := range n {
		pieces[i] = text[len(text)*i/n : len(text)*(i+1)/n]
	}
	return c.sendPieces(all, pieces, pause)
}

// SendCut sends a message in two pieces, of which the first ends within the first of a character
// of several bytes.
func (c *Conn) SendCut(raw []byte, within rune, pause time.Duration) error {
	text := append(slices.Clone(raw), '\n')
	cut := bytes.IndexRune(text, within) + 1
	return c.sendPieces([][]byte{raw}, [][]byte{text[:cut], text[cut:]}, pause)
}

// sendPieces writes messages that were cut into pieces.
func (c *Conn) sendPieces(messages, pieces [][]byte, pause time.Duration) error {
	for _, raw := range messages {
		c.bench.noteSent(raw)
		c.talk.sending(raw)
	}
	for i, piece := range pieces {
		if i > 0 {
			if err := c.bench.Sleep(pause); err != nil {
				return err
			}
		}
		err := c.Process.send(piece)
		if errors.Is(err, ErrEnded) {
			err = c.Explain(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
