package session

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/terminal"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// Options are what the command line says.
type Options struct {
	Dir         string
	Config      string // a file with servers or settings; which one is up to the profile
	Credentials string // a directory with the tokens of logins
	Switches    []string
	Era         string // auto, legacy or modern; empty: that of the profile
	Layers      Layers
}

// command is one run of `mcpsim session`.
type command struct {
	Options
	ui      *ui.UI
	profile string
	do      []string
	json    bool
}

const help = `Runs one of the four documented runtimes with real servers for as long as you like,
and takes the words that its users know.

On a terminal there is a prompt with a history (up and down) and completion (tab), which
also asks whether to log in to a server that wants it.
Otherwise each line of stdin is a request in the same words, and each line of stdout
one JSON object: an answer for each request, and what happens meanwhile. --do gives
the words on the command line instead; the session ends with the last of them.

  --profile omp      a coding agent. Its servers are found in the configuration files
                     of this machine and of the directory, or read from --config
  --profile qwen     settings files: ~/.qwen/settings.json, DIR/.qwen/settings.json
                     and DIR/.mcp.json, followed while they are edited
  --profile room     a room server with the appsettings.json of --config
  --profile agents   an agent framework with the servers, the manager options and
                     the words of the file of --config, YAML or JSON

`

const helpEnd = `

JSON is an object and needs no quotes; other arguments are quoted as in a shell. A
line that begins with # is a comment.

Answers are {"version", "type": "answer", "do": the request, "ok", "took_ms"} with
"text", the same as on a terminal, "result", the same as data, or "error" and "next",
what can be done about it. All other types, such as "server" and "log", are those of
mcpsim connect --watch --json, but for "work", a connect or a cleanup of the agents
profile, and "summary", the last line: how many words "failed", and the "exit" code.

Exit codes: 0 all words did what they say, 2 a word that cannot be understood; else
that of the first word that failed: 3 a server wants authentication, 4 it cannot be
reached, else 1. With a prompt 0 if quit or Ctrl-D ends it.`

// Command returns `mcpsim session`.
func Command(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "session --profile omp|qwen|room|agents",
		Short: "Use a runtime as its users do, at a prompt or from a script",
		Long:  help + wordsHelp() + helpEnd,
		Example: `  mcpsim session --profile omp
  mcpsim session --profile omp --config .mcp.json --do 'reconnect docs' --do list
  mcpsim session --profile qwen --dir ~/project --allowed-mcp-server-names docs,mail
  mcpsim session --profile agents --config agents.yaml
  echo 'call docs/search {"q": "x"}' | mcpsim session --profile omp`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("json") {
				c.json = !ui.IsTerminal(c.ui.Stdout) || keyboard(c.ui) == nil && len(c.do) == 0
			}
			return c.run(cmd.Context(), cmd.Flags())
		}),
	}
	c.register(cmd.Flags())
	ui.Complete(cmd, "profile", profileValues)
	ui.Complete(cmd, "era", func() []string { return config.Eras })
	ui.Complete(cmd, "switch", connect.SwitchValues)
	ui.Complete(cmd, "do", func() []string { return wordValues(c.profile) })
	return cmd
}

func (c *command) register(flags *pflag.FlagSet) {
	flags.StringVar(&c.profile, "profile", "", "the runtime: omp, qwen, room or agents")
	flags.StringArrayVar(&c.do, "do", nil, "obey these `WORDS` instead of stdin (repeatable, in this order)")
	flags.StringVar(&c.Dir, "dir", ".", "the directory of the project")
	flags.StringVar(&c.Config, "config", "", "omp: the servers of this `FILE` and no others; room: its settings; agents: its servers and words")
	flags.StringVar(&c.Credentials, "credentials", "", "use the tokens of logins kept in this `DIR` (default: where mcpsim login keeps them)")
	flags.StringArrayVar(&c.Switches, "switch", nil, "behave like another documented version: `NAME=VALUE` (repeatable; see mcpsim help switches)")
	flags.StringVar(&c.Era, "era", "", connect.EraManual)
	flags.BoolVar(&c.json, "json", false, "one JSON object per line; the default unless stdout is a terminal, --json=false for text")
	c.Layers.register(flags, "qwen: ")
}

// profileValues are the profiles for completion.
func profileValues() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.name+"\t"+k.about)
	}
	return out
}

// wordValues are the words of a profile for completion, of all if it is not known.
func wordValues(profile string) []string {
	var out []string
	for _, k := range kinds {
		if profile != k.name && profile != "" {
			continue
		}
		for _, w := range newTable(k.make(), nil) {
			if value := w.name + "\t" + w.about; !slices.Contains(out, value) {
				out = append(out, value)
			}
		}
	}
	return out
}

// wordsHelp is the tables of all profiles; what several have is told once.
func wordsHelp() string {
	offered := wordNames(offer{}.words())
	parts := []string{"Words of all profiles:\n\n" + helpOf(commonWords(nil)), "Words of omp, qwen and room:\n\n" + helpOf(offer{}.words())}
	for _, k := range kinds {
		own := k.make().words()
		if k.name != "agents" {
			own = slices.DeleteFunc(own, func(w word) bool { return slices.Contains(offered, w.name) })
		}
		parts = append(parts, "Words of "+k.name+":\n\n"+helpOf(own))
	}
	return strings.Join(parts, "\n\n")
}

// fits refuses flags that the profile would not obey.
func (c *command) fits(flags *pflag.FlagSet) error {
	for _, name := range layerFlags {
		if c.profile != "qwen" && flags.Changed(name) {
			return fmt.Errorf("--%s is for --profile qwen", name)
		}
	}
	if err := connect.CheckEra(c.Era); err != nil {
		return err
	}
	switch {
	case c.profile == "qwen" && c.Config != "":
		return errors.New("--config is not for --profile qwen, whose files are those of --dir; --mcp-config FILE adds servers")
	case c.profile == "agents" && c.Config == "":
		return errors.New("--profile agents needs --config FILE: the servers, the options of the manager, and the words")
	}
	return nil
}

// run opens the session and lives with it.
func (c *command) run(ctx context.Context, flags *pflag.FlagSet) error {
	k, err := kindOf(c.profile)
	if err == nil {
		err = c.fits(flags)
	}
	if err != nil {
		return ui.Usage(err)
	}
	s, err := newSession(ctx, c.ui, k.make(), c.Options)
	if err != nil {
		return ui.Usage(err)
	}
	s.script = slices.Concat(s.profile.script(), c.do)
	s.once = len(s.script) > 0
	for _, line := range s.script { // before anything is started
		if _, err := parse(s.table, line); err != nil {
			return ui.Usage(fmt.Errorf("--do %q: %w", line, err))
		}
	}
	defer s.listen(k.name, c.json)()
	return s.run(ctx)
}

// newSession wires a profile with this machine. It starts nothing; the error is one of
// usage.
func newSession(ctx context.Context, u *ui.UI, p profile, o Options) (*session, error) {
	m, err := newMachine(u, o.Dir)
	if err != nil {
		return nil, err
	}
	m.credentials = o.Credentials
	s := &session{machine: m, profile: p, offered: map[string]bool{}, model: newModel(m.short(m.dir)), ended: make(chan outcome)}
	if m.dir == m.home {
		s.model.dir = "~"
	}
	if err := p.open(ctx, m, o); err != nil {
		return nil, err
	}
	s.table = newTable(p, s)
	return s, nil
}

// newTable is the words of a profile, then those of all.
func newTable(p profile, s *session) []word { return slices.Concat(p.words(), commonWords(s)) }

// listen takes requests from a prompt, from stdin, or from nowhere if there is a script.
func (s *session) listen(profile string, asJSON bool) (stop func()) {
	var err error
	stop = func() {}
	s.out = &lineOutput{ui: s.ui, to: s.ui.Out, echo: true}
	if asJSON {
		s.out = &jsonOutput{out: s.ui.Out, ends: true}
	}
	if s.once {
		return stop
	}
	if in := keyboard(s.ui); in != nil && !asJSON && ui.IsTerminal(s.ui.Stdout) && !slices.Contains(s.ui.Environ, "TERM=dumb") {
		complete := func(line string) (int, []string) { return completion(s.table, line) }
		if s.prompt, err = terminal.NewPrompt(s.ui.Out, in, profile+"> ", complete); err == nil {
			s.lines, s.out = s.prompt.Lines(), &lineOutput{ui: s.ui, to: s.prompt}
			s.children.Ending = s.restore
			return stop
		}
		s.prompt = nil // this system has plain lines only
	}
	s.lines, stop = s.readLines()
	return stop
}

// longestLine bounds a request, in bytes.
const longestLine = 4 << 20

// readLines reads requests from stdin until its end, or until stop is called. Why it ended early is in
// s.unread before lines is closed.
func (s *session) readLines() (lines <-chan string, stop func()) {
	from, end := terminal.Interruptible(s.ui.Stdin)
	read, done, joined := make(chan string), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(joined)
		defer close(read)
		scan := bufio.NewScanner(from)
		scan.Buffer(nil, longestLine)
		for scan.Scan() {
			select {
			case read <- scan.Text():
			case <-done:
				return
			}
		}
		s.unread = scan.Err()
	}()
	return read, func() {
		close(done)
		end()
		<-joined
	}
}

// lost takes the end of stdin. Requests that were not read are one word that failed: whoever wrote them has
// no answer to them.
func (s *session) lost() {
	err, code := s.unread, ui.ExitFailed
	switch {
	case err == nil || errors.Is(err, os.ErrClosed):
		return
	case errors.Is(err, bufio.ErrTooLong):
		err, code = fmt.Errorf("a line of more than %d bytes, which is no request; nothing after it is read", longestLine), ui.ExitUsage
	}
	s.ui.Hint("mcpsim: reading requests: %s", err)
	s.fail(code)
}
