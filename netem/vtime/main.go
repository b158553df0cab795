package vtime

import (
	"flag"
	"os"
	goruntime "runtime"
	"runtime/debug"
	"testing"
)

// Main runs program with the *testing.T that [Start] needs, inside an ordinary
// binary, and exits with its result. It does not return.
//
// testing/synctest opens a bubble only for a *testing.T, and a binary that is
// not a test has none: testing.RunTests runs nothing there and reports success.
// testing.Main does hand one out. It registers its flags on flag.CommandLine
// and parses os.Args, so both are replaced here: read your own command line
// first, with another flag package. A self-test of the binary (one virtual hour
// takes no wall time) makes a toolchain that changes this fail loudly.
func Main(program func(t *testing.T) int) {
	flag.CommandLine = flag.NewFlagSet("testing", flag.ContinueOnError)
	os.Args = os.Args[:1]
	procs := goruntime.GOMAXPROCS(0)
	run := func(t *testing.T) {
		goruntime.GOMAXPROCS(procs) // the test runner sets its own
		tuneGC()
		os.Exit(program(t))
	}
	matchAll := func(_, _ string) (bool, error) { return true, nil }
	testing.Main(matchAll, []testing.InternalTest{{Name: "mcpsim", F: run}}, nil, nil)
}

// tuneGC trades memory for speed, as simulations are short and make much
// garbage: the heap may grow to five times what is live. A setting of the user
// (GOGC) stays.
func tuneGC() {
	const byDefault = 100
	if before := debug.SetGCPercent(400); before != byDefault {
		debug.SetGCPercent(before)
	}
}
