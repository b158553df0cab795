package vtime

import (
	"flag"
	"os"
	goruntime "runtime"
	"sync"
	"testing"

	"github.com/mcpsim/mcpsim/internal/heap"
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
	procs := goruntime.GOMAXPROCS(0)
	runTest(func(t *testing.T) {
		goruntime.GOMAXPROCS(procs) // the test runner sets its own
		heap.Tune()
		os.Exit(program(t))
	})
}

// Borrow returns a *testing.T for [Start] in a program that is neither a test nor
// inside [Main], such as the one that "godog run" builds. All callers share one; it
// belongs to a test that never ends, so it reports nothing. A test has its own: use
// that one there.
func Borrow() *testing.T { return borrowed() }

var borrowed = sync.OnceValue(func() *testing.T {
	lent := make(chan *testing.T)
	go runTest(func(t *testing.T) { // for the rest of the program
		lent <- t
		select {}
	})
	return <-lent
})

// runTest runs f as the only test of this program, and exits with its result. The
// command line is put back for f.
func runTest(f func(*testing.T)) {
	flags, args := flag.CommandLine, os.Args
	flag.CommandLine = flag.NewFlagSet("testing", flag.ContinueOnError)
	os.Args = os.Args[:1]
	restored := func(t *testing.T) {
		flag.CommandLine, os.Args = flags, args
		f(t)
	}
	matchAll := func(_, _ string) (bool, error) { return true, nil }
	testing.Main(matchAll, []testing.InternalTest{{Name: "mcpsim", F: restored}}, nil, nil)
}
