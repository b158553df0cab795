package mcpsimtest

import (
	"net"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// Fake is a fake server that runs until its test ends.
type Fake struct {
	*fakeserver.Server // its journal, its ledger, and what it does of its own accord
	URL                string
}

// NewServer serves a fake server over HTTP, on a free port of this machine. script is
// YAML as docs/scripts.md describes it, the name of a server of the catalogue (`mcpsim
// serve --list`), or "" for a correct server that offers the tool "echo".
//
// A rule of the script that never acted fails the test at its end: what did not happen has
// tested nothing. A rule with `mayNotHappen: true` may stay idle.
func NewServer(t testing.TB, script string) *Fake {
	t.Helper()
	parsed, err := read(script)
	if err != nil {
		t.Fatalf("mcpsim: %v", err)
	}
	fake, err := fakeserver.New(parsed, fakeserver.Options{})
	if err != nil {
		t.Fatalf("mcpsim: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("mcpsim: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- fake.Serve(l) }()
	t.Cleanup(func() {
		idle := fake.NeverActed()
		fake.Close()
		failures := append(idle, <-ended)
		for _, err := range failures {
			if err != nil && !t.Failed() {
				t.Errorf("mcpsim: %v", err)
			}
		}
	})
	return &Fake{fake, "http://" + l.Addr().String() + parsed.HTTP.StreamPath()}
}

func read(script string) (*fakeserver.Script, error) {
	switch {
	case script == "":
		return &fakeserver.Script{}, nil
	case !strings.ContainsAny(script, ":\n"):
		entry, err := fakeserver.Lookup(script)
		if err != nil {
			return nil, err
		}
		return entry.Script()
	default:
		return fakeserver.Parse("script", []byte(script))
	}
}
