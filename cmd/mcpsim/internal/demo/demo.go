// Package demo is `mcpsim demo`: a tour that runs commands of this program, as one would
// type them, and says what to look at. It does nothing itself.
package demo

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // the scenario
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/words"
)

// program stands for this program in a command line.
const program = "mcpsim"

//go:embed call.feature
var callFeature []byte

// The files of the tour, in its folder.
const (
	serversFile = "servers.json"
	featureFile = "call.feature"
	failing     = featureFile + ":7" // the scenario
	smallFile   = "small.feature"
	pageFile    = "call.html"
)

// chapter is a command line, and why one looks at it.
type chapter struct {
	title, text string
	line        []string
	code        int // with which it ends
}

var chapters = []chapter{
	{
		"A broken server among good ones",
		"Four servers of a settings file, started by a real client runtime. One prints to stdout, one lists\nwithout end, one dies. Who uses the others waits for none of them.",
		[]string{program, "connect", "--config", serversFile}, ui.ExitFailed,
	},
	{
		"Two days of reconnecting, in a blink",
		"Guarantees of that runtime, each proven with fake servers, an emulated network and a virtual clock.",
		[]string{program, "run", "features/lifecycle/reconnect.feature"}, ui.ExitOK,
	},
	{
		"What is wrong with a server",
		"Each finding says where the specification asks for it, what passed on the wire, and how to see it again.",
		[]string{program, "validate", "--suite", "lifecycle", "--", program, "serve", "no-revision", "--stdio"}, ui.ExitFailed,
	},
	{
		"A failing scenario, made smaller",
		"Two servers, delays, two hours. What of it matters? The server dies in a call, and is started again.",
		[]string{program, "shrink", failing, "-o", smallFile}, ui.ExitOK,
	},
	{
		"Its picture",
		"A column for each of those who act, an arrow for each message, and the step that failed: one HTML file.",
		[]string{program, "timeline", failing, "-o", pageFile}, ui.ExitOK,
	},
}

// tour is one run of the command.
type tour struct {
	ui   *ui.UI
	self string // the path of this program
	dir  string
	open bool // the page
}

// Command returns `mcpsim demo`.
func Command(u *ui.UI) *cobra.Command {
	t := tour{ui: u}
	var text strings.Builder
	for _, c := range chapters {
		fmt.Fprintf(&text, "  %s\n", c.title)
	}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show the best of it in two minutes",
		Long: `Runs commands of mcpsim's, with servers of its own, and says what to look at:

` + text.String() + `
On a terminal it waits for the Enter key between them. It needs no network, and leaves
its files in a folder to go on with.`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) }),
	}
	cmd.Flags().StringVarP(&t.dir, "out", "o", "", "write its files into `DIR` instead of a new folder for temporary files")
	cmd.Flags().BoolVar(&t.open, "open", false, "open the page at the end in a browser")
	return cmd
}

func (t *tour) run(ctx context.Context) (err error) {
	if t.self, err = os.Executable(); err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	if err := t.prepare(); err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("writing the files of the tour: %w", err))
	}
	from, end := terminal.Interruptible(t.ui.Stdin)
	defer context.AfterFunc(ctx, end)()
	keys := bufio.NewReader(from)
	for i, c := range chapters {
		if i > 0 && !t.goesOn(keys) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			break
		}
		if t.open && i == len(chapters)-1 {
			c.line = append(c.line, "--open")
		}
		fmt.Fprintf(t.ui.Out, "%d of %d: %s\n%s\n\n$ %s\n", i+1, len(chapters), c.title, c.text, strings.Join(c.line, " "))
		if err := t.show(ctx, c); err != nil {
			return err
		}
		fmt.Fprintln(t.ui.Out)
	}
	fmt.Fprintf(t.ui.Out, "The files are in %s\nnext: mcpsim init server -- YOUR SERVER'S COMMAND, or mcpsim --help\n", words.Printable(t.dir))
	return nil
}

// prepare writes the files that the commands name.
func (t *tour) prepare() (err error) {
	if t.dir == "" {
		t.dir, err = os.MkdirTemp("", "mcpsim-demo-")
	} else {
		err = os.MkdirAll(t.dir, 0o755)
	}
	if err != nil {
		return err
	}
	files, err := t.files()
	if err == nil {
		err = t.free(files)
	}
	for name, data := range files {
		if err == nil {
			err = outfile.Write(filepath.Join(t.dir, name), func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		}
	}
	return err
}

// files are those that the commands name.
func (t *tour) files() (map[string][]byte, error) {
	servers := map[string]any{}
	for name, script := range map[string]string{"docs": "", "mail": "banner-on-stdout", "wiki": "stuck-cursor", "tickets": "crash-before-init"} {
		args := []string{"serve", "--stdio"}
		if script != "" {
			args = []string{"serve", script, "--stdio"}
		}
		servers[name] = map[string]any{"command": t.self, "args": args}
	}
	settings, err := json.MarshalIndent(map[string]any{"mcpServers": servers}, "", "  ")
	return map[string][]byte{serversFile: settings, featureFile: callFeature}, err
}

// free is an error if the folder has files with the names of those of the tour, unless an earlier tour has
// left them.
func (t *tour) free(files map[string][]byte) error {
	left := true
	for name, data := range files {
		old, err := infile.Beginning(filepath.Join(t.dir, name), len(data)+1)
		left = left && err == nil && bytes.Equal(old, data)
	}
	for _, name := range []string{serversFile, featureFile, smallFile, pageFile} {
		if _, err := os.Lstat(filepath.Join(t.dir, name)); !left && err == nil {
			return fmt.Errorf("%s is there already: name another folder", filepath.Join(t.dir, name))
		}
	}
	return nil
}

// goesOn waits for the Enter key, if a user sits there.
func (t *tour) goesOn(keys *bufio.Reader) bool {
	if !ui.IsTerminal(t.ui.Stdin) || !ui.IsTerminal(t.ui.Stdout) {
		return true
	}
	fmt.Fprint(t.ui.Out, "[Enter goes on, q ends] ")
	line, err := keys.ReadString('\n')
	return err == nil && !strings.HasPrefix(strings.TrimSpace(line), "q")
}

// show runs the command of a chapter. Its output passes the door of this program's.
func (t *tour) show(ctx context.Context, c chapter) error {
	args := []string{"--color", t.ui.Color()}
	for _, word := range c.line[1:] {
		if word == program {
			word = t.self
		}
		args = append(args, word)
	}
	cmd := exec.CommandContext(ctx, t.self, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = t.dir, t.ui.Environ, t.ui.Out, t.ui.Out
	err := cmd.Run()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if lost := t.ui.Out.Error(); lost != nil {
		return ui.Written(lost) // and so the command could not end well
	}
	if code := cmd.ProcessState.ExitCode(); code != c.code {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("%s ended with code %d (%w), want %d", strings.Join(c.line, " "), code, err, c.code))
	}
	return nil
}
