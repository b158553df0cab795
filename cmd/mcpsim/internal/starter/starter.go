// Package starter is `mcpsim init`: it writes files that one goes on editing, and that
// pass as they are. It runs nothing; the commands that it proposes do.
package starter

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/formats"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/words"
)

//go:embed files
var files embed.FS

// file is one that is written.
type file struct {
	name string
	text func(command []string) []byte
}

// stored is a file as it is stored here.
func stored(as, name string) file {
	return file{as, func([]string) []byte {
		text, err := files.ReadFile("files/" + name)
		if err != nil {
			panic(err) // a name in the table below
		}
		return text
	}}
}

// described is the schema of a format, for the editor that opens the file beside it.
func described(as, format string) file {
	i := slices.IndexFunc(formats.All(), func(f formats.Format) bool { return f.Name == format })
	return file{as, func([]string) []byte { return []byte(formats.All()[i].Schema) }}
}

// settings names the server to check, as clients do.
func settings(command []string) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	type server struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	_ = enc.Encode(map[string]map[string]server{"mcpServers": {"mine": {command[0], command[1:]}}}) // strings can be encoded
	return out.Bytes()
}

// kind is what can be begun.
type kind struct {
	name, manual string
	command      []string // of the subject, unless another one is given; nil = it has none
	files        []file
	next         func(dir string, command []string) string
}

func kinds() []kind {
	at := func(dir, name string) string { return words.Quote(filepath.Join(dir, name)) }
	return []kind{
		{
			"server", "check a server of yours: settings, known failures, checks of your own", []string{"mcpsim", "serve", "--stdio"},
			[]file{{"servers.json", settings}, stored("known.yaml", "server_known.yaml"), stored("checks.feature", "server_checks.feature"), described("baseline.schema.json", "baseline")},
			func(dir string, _ []string) string {
				return "mcpsim validate --config " + at(dir, "servers.json") + " --baseline " + at(dir, "known.yaml") + " --features " + at(dir, "checks.feature")
			},
		},
		{
			"client", "check a client of yours: known failures, checks of your own", []string{"mcpsim", "client"},
			[]file{stored("known.yaml", "client_known.yaml"), stored("checks.feature", "client_checks.feature"), described("baseline.schema.json", "baseline")},
			func(dir string, command []string) string {
				return "mcpsim client --command " + words.Quote(shellLine(command)) + " --baseline " + at(dir, "known.yaml") + " --features " + at(dir, "checks.feature")
			},
		},
		{
			"feature", "scenarios in virtual time", nil, []file{stored("first.feature", "first.feature")},
			func(dir string, _ []string) string { return "mcpsim run " + at(dir, "first.feature") },
		},
		{
			"script", "a fake server that misbehaves", nil, []file{stored("server.yaml", "server.yaml"), described("script.schema.json", "scripts")},
			func(dir string, _ []string) string {
				return "mcpsim connect -- mcpsim serve " + at(dir, "server.yaml") + " --stdio"
			},
		},
	}
}

// shellLine is a command as a shell would read it.
func shellLine(command []string) string {
	var line []string
	for _, word := range command {
		line = append(line, words.Quote(word))
	}
	return strings.Join(line, " ")
}

// Command returns `mcpsim init`.
func Command(u *ui.UI) *cobra.Command {
	var dir string
	var force bool
	cmd := &cobra.Command{
		Use:   "init server | client | feature | script [-o DIR] [-- COMMAND ARGS...]",
		Short: "Write files to begin with",
		Long: `Writes files that you go on editing, and says how to run them. They pass as they
are; a COMMAND behind -- is your server or client instead of a correct one of mcpsim's.

` + manual() + `
YAML files name the schema beside them, so that an editor completes and explains
what it reads; a newer mcpsim writes a newer one: see mcpsim schema.`,
		Example: `  mcpsim init server -o checks -- npx -y my-server
  mcpsim init feature -o features`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			var out []string
			for _, k := range kinds() {
				out = append(out, k.name+"\t"+k.manual)
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			k, command, err := chosen(args, cmd.ArgsLenAtDash())
			if err != nil {
				return ui.Usage(fmt.Errorf("%w\nsee: mcpsim init --help", err))
			}
			return k.write(u, dir, command, force)
		}),
	}
	cmd.Flags().StringVarP(&dir, "out", "o", ".", "write into `DIR`, which is made if it is not there")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite what is there")
	return cmd
}

// manual lists what can be begun.
func manual() string {
	var b strings.Builder
	for _, k := range kinds() {
		var names []string
		for _, f := range k.files {
			names = append(names, f.name)
		}
		fmt.Fprintf(&b, "  %-8s %s:\n           %s\n", k.name, k.manual, strings.Join(names, ", "))
	}
	return b.String()
}

// chosen is the kind that the arguments name, and the command of its subject.
func chosen(args []string, dash int) (k kind, command []string, err error) {
	named := args
	if dash >= 0 {
		named, command = args[:dash], args[dash:]
	}
	var known []string
	for _, k := range kinds() {
		known = append(known, k.name)
	}
	if len(named) != 1 {
		return k, nil, fmt.Errorf("want one of %s", strings.Join(known, ", "))
	}
	i := slices.Index(known, named[0])
	if i < 0 {
		return k, nil, fmt.Errorf("nothing is known to begin a %s with: want one of %s%s", words.Printable(named[0]), strings.Join(known, ", "), ui.DidYouMean("mcpsim init ", named[0], known))
	}
	k = kinds()[i]
	if dash >= 0 && (k.command == nil || len(command) == 0) {
		return k, nil, fmt.Errorf("a command behind -- is that of a server or a client, and has a program")
	}
	if command == nil {
		command = k.command
	}
	return k, command, nil
}

// write writes all files, or none if one is there.
func (k kind) write(u *ui.UI, dir string, command []string, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return ui.Usage(fmt.Errorf("-o: %w", err))
	}
	for _, f := range k.files {
		if _, err := os.Lstat(filepath.Join(dir, f.name)); err == nil && !force {
			return ui.Usage(fmt.Errorf("%s is there already: --force overwrites it, -o names another folder", filepath.Join(dir, f.name)))
		}
	}
	for _, f := range k.files {
		name := filepath.Join(dir, f.name)
		err := outfile.Write(name, func(w io.Writer) error {
			_, err := w.Write(f.text(command))
			return err
		})
		if err != nil {
			return ui.Fail(ui.ExitFailed, err)
		}
		fmt.Fprintf(u.Out, "wrote %s\n", words.Printable(name))
	}
	fmt.Fprintf(u.Out, "next: %s\n", words.Printable(k.next(dir, command)))
	return nil
}
