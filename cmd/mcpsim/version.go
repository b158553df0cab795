package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

func (a *app) versionCommand() *cobra.Command {
	var selfTest bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, or check that the virtual clock works in this binary",
		Args:  cobra.NoArgs,
		RunE: ui.Run(func(*cobra.Command, []string) error {
			fmt.Fprintf(a.ui.Out, "mcpsim %s\n", ui.Build())
			if selfTest {
				return a.simulate(a.testClock)
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&selfTest, "self-test", false, "let one virtual hour pass and see that it takes no time")
	return cmd
}

// testClock lets an hour pass. The virtual clock rests on testing internals: a
// toolchain that changes them must fail loudly.
func (a *app) testClock(t *testing.T) error {
	const hour = time.Hour
	begin := time.Now()
	var passed time.Duration
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		clk := s.Clock("self-test")
		before := clk.Now()
		clk.Sleep(hour)
		passed = clk.Since(before)
	})
	took := time.Since(begin)
	switch {
	case err != nil:
		return fmt.Errorf("testing the virtual clock: %w", err)
	case passed != hour:
		return fmt.Errorf("testing the virtual clock: %s passed instead of %s", passed, hour)
	case took > time.Minute:
		return fmt.Errorf("testing the virtual clock: %s took %s", hour, took)
	}
	fmt.Fprintf(a.ui.Out, "self-test passed: one virtual hour took %s\n", took.Round(time.Microsecond))
	return nil
}
