package connect

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// discoverFlags are the flags of `mcpsim connect` about the servers that other
// programs have configured.
type discoverFlags struct {
	on, listOnly                  bool
	noProject, noBrowser, keepExa bool
}

func (f *discoverFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "discover", false, "connect what is configured on this machine, and list it first, in the files of "+programs())
	flags.BoolVar(&f.listOnly, "list-only", false, "with --discover: list what is configured and connect nothing")
	flags.BoolVar(&f.noProject, "no-project", false, "with --discover: leave out what the files of this directory define")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "with --discover: leave out servers that drive a browser")
	flags.BoolVar(&f.keepExa, "keep-exa", false, "with --discover: keep Exa servers, which are left out otherwise")
}

// programs names those whose files are read.
func programs() string {
	names := host.DiscoveryPrograms()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// check refuses flags that go nowhere; targets says that others were given.
func (f *discoverFlags) check(targets bool) error {
	switch {
	case f.on && targets:
		return errors.New("--discover finds the servers itself: give no URL, command or --config with it")
	case !f.on && *f != (discoverFlags{}):
		return errors.New("--list-only, --no-project, --no-browser and --keep-exa go with --discover")
	}
	return nil
}

// find turns the command line into servers, by discovery if it asks for that.
func (c *command) find(ctx context.Context, args []string, dash int) (Found, error) {
	if err := c.discover.check(len(args) > 0 || dash >= 0 || c.Config != ""); err != nil {
		return Found{}, ui.Usage(err)
	}
	if !c.discover.on {
		return c.Targets.Find(ctx, "connect", args, dash)
	}
	if err := c.fits(nil, nil); len(c.Headers)+len(c.Env) > 0 && err != nil {
		return Found{}, ui.Usage(err)
	}
	result, err := host.DiscoverConfigs(ctx, c.discover.options(c.ui.Environ))
	switch {
	case ctx.Err() != nil:
		return Found{}, context.Cause(ctx)
	case err != nil:
		return Found{}, ui.Usage(err)
	}
	c.showDiscovered(result)
	if len(result.Configs) == 0 {
		return Found{}, ui.Fail(ui.ExitNothing, errors.New("no server is configured that could be used"))
	}
	chosen, err := c.choose("the discovered servers", Found{Servers: result.Configs})
	if err != nil {
		return Found{}, ui.Usage(err)
	}
	return chosen, nil
}

// options are where to look and what to leave out. Without a home or a working
// directory that level has no files.
func (f *discoverFlags) options(environ []string) host.DiscoveryOptions {
	env := outside.Lookup(environ)
	home, ok := env("HOME")
	if !ok {
		home, _ = os.UserHomeDir() // no home, no files
	}
	dir, _ := os.Getwd() // no directory, no files
	keepProject, filterExa := !f.noProject, !f.keepExa
	return host.DiscoveryOptions{
		Home: home, Dir: dir, Env: env, EveryProgram: true,
		EnableProjectConfig: &keepProject, FilterExa: &filterExa, FilterBrowser: f.noBrowser,
	}
}
