package probe

import (
	"errors"
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
