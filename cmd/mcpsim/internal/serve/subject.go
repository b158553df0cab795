package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/scenario"
)

// subject is what is served: a script and where it came from.
type subject struct {
	name     string // for settings of clients
	argument string // as given; empty = the correct server
	script   *fakeserver.Script
	source   string
	specimen *fakeserver.CatalogueEntry // nil if it is none
	known    *scenario.Known            // the requests of a recording; nil if it is none
}

// readSubject reads a script file, or finds a server of the catalogue. A word
// without separator or extension is a name.
func readSubject(ctx context.Context, args []string) (subject, error) {
	switch {
	case len(args) == 0:
		return subject{name: "fake", script: &fakeserver.Script{}, source: "# A correct server that offers the tool \"echo\".\n"}, nil
	case !strings.ContainsAny(args[0], `./\`):
		return readSpecimen(args[0])
	default:
		return readScript(ctx, args[0])
	}
}

// subject is the fixture, if one is asked for, or what the arguments name.
func (f flags) subject(ctx context.Context, args []string) (subject, error) {
	if f.replay != "" {
		return readReplay(ctx, f.replay, f.of, f.strict)
	}
	if f.fixture == "" {
		return readSubject(ctx, args)
	}
	if len(args) > 0 {
		return subject{}, fmt.Errorf("--fixture %s and %s: want one of them", f.fixture, args[0])
	}
	found, err := fakeserver.Fixture(f.fixture)
	if err != nil {
		return subject{}, err
	}
	script, err := found.Script()
	return subject{name: found.Name, script: script, source: found.Source, specimen: &found}, err
}

func readSpecimen(name string) (subject, error) {
	found, err := fakeserver.Lookup(name)
	if err != nil {
		return subject{}, fmt.Errorf("%w\nsee: mcpsim serve --list", err)
	}
	script, err := found.Script()
	return subject{name: name, argument: name, script: script, source: found.Source, specimen: &found}, err
}

func readScript(ctx context.Context, name string) (subject, error) {
	data, err := infile.Read(ctx, name, fakeserver.MaxScript)
	if err != nil {
		return subject{}, advised(name, fmt.Errorf("reading the script: %w", err))
	}
	script, err := fakeserver.Parse(name, data)
	if err != nil {
		return subject{}, err
	}
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	return subject{name: base, argument: name, script: script, source: string(data)}, nil
}

// advised adds to the error of a file that is not there that a server of the
// catalogue has its name.
func advised(name string, err error) error {
	specimen := strings.TrimSuffix(name, filepath.Ext(name))
	if _, missing := fakeserver.Lookup(specimen); errors.Is(err, fs.ErrNotExist) && missing == nil {
		return fmt.Errorf("%w\nthe named server is: mcpsim serve %s", err, specimen)
	}
	return err
}

// random reports whether a rule depends on the seed.
func (s subject) random() bool {
	rules := s.script.Rules
	for _, c := range s.script.Connections {
		rules = slices.Concat(rules, c.Rules)
	}
	return slices.ContainsFunc(rules, func(r fakeserver.Rule) bool { return r.When.Probability > 0 })
}

// listed is one line of --list --json.
type listed struct {
	ui.JSONLine
	Name    string   `json:"name"`
	Failure string   `json:"failure"`
	Over    []string `json:"over"`
	Title   string   `json:"title"`
	Breaks  string   `json:"breaks,omitempty"` // which clients, and how
}

// fixtureNames are the names for --fixture.
func fixtureNames() (out []string) {
	for _, f := range fakeserver.Fixtures() {
		out = append(out, f.Name)
	}
	return out
}

// chosenFixtures are the fixtures whose names begin with a text.
func chosenFixtures(begin string) []fakeserver.CatalogueEntry {
	return slices.DeleteFunc(fakeserver.Fixtures(), func(f fakeserver.CatalogueEntry) bool { return !strings.HasPrefix(f.Name, begin) })
}

// showList prints one line for each server of the catalogue, or each fixture whose name
// begins as --fixture says.
func (c *command) showList() {
	all := fakeserver.Catalogue()
	if c.fixture != "" {
		all = chosenFixtures(c.fixture)
	}
	name, over := 0, 0
	for _, s := range all {
		name, over = max(name, len(s.Name)), max(over, len(join(s.Over)))
	}
	for _, s := range all {
		if c.json {
			ui.WriteJSON(c.ui.Out, listed{ui.LineOf("server"), s.Name, s.Failure, s.Over, s.Title, s.Breaks})
		} else {
			fmt.Fprintf(c.ui.Out, "%-*s  %-6s  %-*s  %s\n", name, s.Name, orDash(s.Failure), over, join(s.Over), s.Title)
		}
	}
}

// orDash stands for an empty column.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func join(words []string) string { return strings.Join(words, ", ") }

// completeSpecimens completes names of the catalogue, and files of scripts.
func completeSpecimens(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, s := range fakeserver.Catalogue() {
		out = append(out, s.Name+"\t"+s.Title)
	}
	return out, cobra.ShellCompDirectiveDefault
}
