package server

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
)

// The bounds of the race.
const (
	raceRound = 10                     // requests at the same time
	raceTime  = time.Second            // after it no further round begins
	raceGrace = 100 * time.Millisecond // for answers that were on their way
)

func (c *check) cancelRace(n int) error {
	begun := c.bench.Target.Clock.Now()
	for done := 0; done < n && c.bench.Since(begun) < raceTime; done += raceRound {
		if err := c.raceRound(min(raceRound, n-done)); err != nil {
			return err
		}
		if _, err := c.conn.Call(c.bench.Light(), ""); err != nil {
			c.trouble = true
			return fmt.Errorf("a ping after %d cancelled requests: %w", done+raceRound, err)
		}
	}
	return nil
}

func (c *check) raceRound(n int) error {
	method := c.bench.Light()
	if c.conn.Declares("tools") {
		method = "tools/list"
	}
	var started []*probe.Pending
	defer func() {
		for _, p := range started {
			p.Drop()
		}
	}()
	for range n {
		p, err := c.conn.Start(method, "", c.conn.Patience())
		if err != nil {
			return err
		}
		started = append(started, p)
		if err := p.GiveUp(); err != nil {
			return err
		}
	}
	if c.conn.Process != nil {
		return nil
	}
	sent := c.bench.Target.Clock.Now()
	for _, p := range started { // answered or not, both are right
		_, _ = p.Await(raceGrace - c.bench.Since(sent))
	}
	return nil
}
