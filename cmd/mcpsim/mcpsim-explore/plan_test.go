package main

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// A plan that someone has put into the queue asks for no more than one that a command line
// can make.
func TestPlansOfOthersAreChecked(t *testing.T) {
	good := plan{Seeds: 10, Range: 5, Ack: time.Second, Jobs: []string{"a"}, Kinds: []string{"seed"}}
	assert.NilError(t, good.check())
	for want, change := range map[string]func(*plan){
		"0 seeds":              func(p *plan) { p.Seeds = 0 },
		"seeds: want 1 to":     func(p *plan) { p.Seeds = 1 << 63 },
		"ranges of 0 seeds":    func(p *plan) { p.Range = 0 },
		"ranges of 11 seeds":   func(p *plan) { p.Range = 11 },
		"ranges: want up to":   func(p *plan) { p.Seeds, p.Range, p.Jobs = maxSeeds, 1, make([]string, 100) },
		"an ack-wait of 0s":    func(p *plan) { p.Ack = 0 },
		`nothing varies as "x`: func(p *plan) { p.Kinds = []string{"x"} },
	} {
		bad := good
		change(&bad)
		assert.ErrorContains(t, bad.check(), want)
	}
}
