package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// What a help names of the features is there: its lines are tried as they stand.
func TestFilesInHelpAreThere(t *testing.T) {
	a := testApp()
	a.ui = ui.New(a.System, nil)
	place := regexp.MustCompile(`(?: |traces/)features/([a-z_/]+\.feature)`)
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, found := range place.FindAllStringSubmatch(c.Long+c.Example, -1) {
			_, err := os.Stat("../../features/" + found[1])
			assert.Check(t, err, c.CommandPath())
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(a.root())
}
