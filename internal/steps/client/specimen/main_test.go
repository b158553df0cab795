package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"
)

// directory holds the command that the tests judge.
var directory string

func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400)             // as the command does
	_ = flag.Set("test.parallel", "24") // the tests wait for clients; they hardly compute
	var err error
	if directory, err = os.MkdirTemp("", "mcpsim-specimen-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(directory)
	os.Exit(code)
}

// built is the path of the command, which the first who asks builds.
var built = sync.OnceValues(func() (string, error) {
	path := filepath.Join(directory, "specimen")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
})
