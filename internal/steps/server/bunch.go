package server

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
)

// Output that is flushed from time to time brings answers in bunches, whenever their requests
// were sent.
const (
	slowPing     = 200 * time.Millisecond // after which a ping that follows an answer may be one of them
	bunchSize    = 6
	bunchApart   = 70 * time.Millisecond // from one request to the next
	bunchTimes   = 3                     // all of these rounds must show it
	togetherMost = bunchApart / 5        // answers that come at once
	togetherFew  = 3                     // of a bunch, whose requests took twice bunchApart
)

// bunches keeps that answers come in bunches. Nothing of it is looked for if a ping right
// after an answer is answered soon.
func (c *check) bunches() error {
	var took time.Duration
	for range 2 { // the first one brings the second to the beginning of a period
		begun := c.bench.Target.Clock.Now()
		if _, err := c.conn.Call(c.bench.Light(), ""); err != nil {
			return err
		}
		took = c.bench.Since(begun)
	}
	if took < slowPing {
		return nil
	}
	for range bunchTimes {
		together, err := c.bunch()
		if err != nil || together < togetherFew {
			return err
		}
	}
	c.err = fmt.Errorf("answers come in bunches: again and again %d or more at one time, to pings that were sent %s apart", togetherFew, bunchApart)
	return nil
}

// bunch sends pings and returns how many of their answers came at one time.
func (c *check) bunch() (most int, err error) {
	ids := c.newIDs(bunchSize)
	begin := c.conn.Size()
	for _, id := range ids {
		c.conn.Use(id)
		if err := c.conn.Send(c.conn.Message(c.bench.Light(), "", id)); err != nil {
			return 0, err
		}
		if err := c.bench.Sleep(bunchApart); err != nil {
			return 0, err
		}
	}
	if err := c.conn.Await(begin, c.conn.Patience(), allAnswered(ids)); err != nil {
		return 0, c.conn.Explain(err)
	}
	var last probe.Frame
	n := 0
	for _, f := range c.conn.From(begin) {
		if !f.IsResponse() {
			continue
		}
		if n == 0 || f.At.Sub(last.At) > togetherMost {
			n = 0
		}
		n++
		most, last = max(most, n), f
	}
	return most, nil
}
