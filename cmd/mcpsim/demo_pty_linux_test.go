package main

import (
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// One Ctrl-C ends the tour while it waits for a key.
func TestDemoEndsWhileItWaits(t *testing.T) {
	p, tty := newPlace(t), newTerminalPair(t)
	cmd := p.mcpsim("demo", "-o", filepath.Join(p.project, "tour"))
	tty.run(t, cmd)
	tty.says(t, 0, "[Enter goes on, q ends]")
	_, err := tty.master.WriteString("\x03")
	assert.NilError(t, err)
	assert.Error(t, ended(cmd), "exit status 130")
	p.nobodyCarries(t)
}
