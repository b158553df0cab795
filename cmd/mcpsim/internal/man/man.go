// Package man is `mcpsim man`: manual pages made of the same texts as --help, one for each
// command and topic. It formats nothing anew: lines stay as they are written.
package man

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Command returns `mcpsim man`.
func Command(u *ui.UI) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [-o DIR]",
		Short: "Write manual pages",
		Long: `Writes a manual page for mcpsim and one for each of its commands and topics: the same
texts as mcpsim help. Without -o the page of mcpsim itself goes to stdout. Packages put
them and what mcpsim completion prints where a system looks for it.`,
		Example: `  mcpsim man -o ~/.local/share/man/man1
  mcpsim man | man -l -`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error {
			root := cmd.Root()
			root.InitDefaultHelpCmd()
			root.InitDefaultCompletionCmd()
			if dir == "" {
				fmt.Fprint(u.Out, page(root))
				return nil
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return ui.Usage(fmt.Errorf("-o: %w", err))
			}
			n, err := writeBelow(dir, root)
			if err != nil {
				return ui.Fail(ui.ExitFailed, err)
			}
			fmt.Fprintf(u.Out, "wrote %s into %s\n", words.Count(n, "page"), words.Printable(dir))
			return nil
		}),
	}
	cmd.Flags().StringVarP(&dir, "out", "o", "", "write all pages into `DIR`, which is made if it is not there")
	return cmd
}

// writeBelow writes the pages of a command and all below it, and counts them.
func writeBelow(dir string, c *cobra.Command) (n int, err error) {
	if c.Hidden {
		return 0, nil
	}
	err = outfile.Write(filepath.Join(dir, title(c)+".1"), func(w io.Writer) error {
		_, err := io.WriteString(w, page(c))
		return err
	})
	if err != nil {
		return 0, err
	}
	n = 1
	for _, sub := range c.Commands() {
		below, err := writeBelow(dir, sub)
		if n += below; err != nil {
			return n, err
		}
	}
	return n, nil
}

// title is the name of a page: mcpsim-proxy-ctl.
func title(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page is the manual page of a command, the same bytes for the same command.
func page(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"mcpsim\" \"mcpsim\"\n", quoted(strings.ToUpper(title(c))))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", line(title(c)), line(c.Short))
	if c.Runnable() {
		section(&b, "SYNOPSIS", c.UseLine())
	}
	text := c.Long
	if text == "" {
		text = c.Short
	}
	section(&b, "DESCRIPTION", text)
	c.InitDefaultHelpFlag()
	flags(&b, "OPTIONS", c.NonInheritedFlags())
	flags(&b, "OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	section(&b, "EXAMPLES", c.Example)
	section(&b, "SEE ALSO", strings.Join(others(c), "\n"))
	return b.String()
}

// section writes a section whose lines stay as they are; none if there is no text.
func section(b *strings.Builder, name, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(b, ".SH %s\n.nf\n", name)
	for l := range strings.SplitSeq(text, "\n") {
		b.WriteString(line(l) + "\n")
	}
	b.WriteString(".fi\n")
}

// flags writes a paragraph for each flag.
func flags(b *strings.Builder, name string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", name)
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, manual := pflag.UnquoteUsage(f)
		term := "--" + f.Name
		if f.Shorthand != "" {
			term = "-" + f.Shorthand + ", " + term
		}
		if value != "" {
			term += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" && f.DefValue != "0s" {
			manual += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", line(term), line(manual))
	})
}

// others are the pages above and below.
func others(c *cobra.Command) (out []string) {
	if c.HasParent() {
		out = append(out, title(c.Parent())+"(1)")
	}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			out = append(out, title(sub)+"(1)  "+sub.Short)
		}
	}
	return out
}

var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`)

// line is text in which roff sees no request: none begins with a dot or an apostrophe.
func line(text string) string {
	text = escapes.Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

func quoted(text string) string { return `"` + strings.ReplaceAll(line(text), `"`, `\(dq`) + `"` }
