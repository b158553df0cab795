package netem_test

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
)

func TestParseFault(t *testing.T) {
	for words, want := range map[string]netem.Fault{
		"stall":                           netem.Stall{},
		"latency 20ms":                    netem.Latency{Delay: 20 * time.Millisecond},
		"latency 20ms jitter 5ms":         netem.Latency{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond},
		"latency jitter 5ms delay 20ms":   netem.Latency{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond},
		"latency 1s normal true":          netem.Latency{Delay: time.Second, Normal: true},
		"gemodel 0.25 retransmit 1s":      netem.GEModel{P: 0.25, Retransmit: time.Second},
		"bandwidth 1000":                  netem.Bandwidth{BytesPerSecond: 1000},
		"bandwidth bytespersecond 100000": netem.Bandwidth{BytesPerSecond: 100_000},
	} {
		all := strings.Fields(words)
		got, err := netem.ParseFault(all[0], all[1:])
		assert.NilError(t, err, words)
		assert.DeepEqual(t, got, want)
	}
	kinds := "bandwidth, blackhole, buffer, corrupt, cut, drop, duplicate, gemodel, half_close, hold, latency, limit_data," +
		" no_such_host, refuse, reorder, reset_peer, slicer, slow_accept, slow_close, stall, truncate"
	for words, want := range map[string]string{
		"lag 20ms":             `unknown fault "lag"; the faults are ` + kinds,
		"refuse 1":             `fault "refuse" takes no value`,
		"bandwidth 1 delay 2s": `fault "bandwidth": unknown value "delay"; it takes bytespersecond`,
		"gemodel q 1":          `fault "gemodel": unknown value "q"; it takes p, r, lossbad, lossgood, retransmit`,
		"latency soon":         `fault "latency": time: invalid duration "soon"`,
		"latency 1s normal 7":  `fault "latency": strconv.ParseBool: parsing "7": invalid syntax`,
		"gemodel x":            `fault "gemodel": strconv.ParseFloat: parsing "x": invalid syntax`,
		"bandwidth 1.5":        `fault "bandwidth": strconv.ParseInt: parsing "1.5": invalid syntax`,
	} {
		all := strings.Fields(words)
		_, err := netem.ParseFault(all[0], all[1:])
		assert.Error(t, err, want)
	}
}

// TestVocabulary: each fault says what it does and is read by its name.
func TestVocabulary(t *testing.T) {
	units := map[string]bool{"TIME": true, "0..1": true, "N": true}
	for _, w := range netem.Vocabulary() {
		fault, err := netem.ParseFault(w.Kind, nil)
		assert.NilError(t, err)
		assert.Equal(t, fault.Kind(), w.Kind)
		assert.Assert(t, w.What != "")
		for _, value := range w.Values {
			_, unit, _ := strings.Cut(value, " ")
			assert.Assert(t, units[unit] || strings.Contains(unit, "|"), value)
		}
	}
}

func TestDirectionsHaveNames(t *testing.T) {
	for d, want := range map[netem.Direction]string{netem.Both: "both", netem.Up: "up", netem.Down: "down", netem.Stderr: "stderr"} {
		assert.Equal(t, d.String(), want)
	}
}
