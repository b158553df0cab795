package client_test

import (
	"flag"
	"os"
	"testing"

	"github.com/mcpsim/mcpsim/internal/relay"
)

// mutantVariable makes this binary a client: the name of what it does wrong, or
// "correct".
const mutantVariable = "MCPSIM_TEST_CLIENT"

// This binary is the tests, the clients that they look at, and, for clients over
// stdio, the process that stands for the server.
func TestMain(m *testing.M) {
	relay.Child(os.LookupEnv, os.Exit)
	if mutant, ok := os.LookupEnv(mutantVariable); ok {
		os.Exit(clientMain(mutant, os.Args[1:]))
	}
	flag.Parse()
	_ = flag.Set("test.parallel", "24") // the tests wait for clients; they hardly compute
	os.Exit(m.Run())
}
