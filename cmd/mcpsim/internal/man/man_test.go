package man

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func tree() *cobra.Command {
	root := &cobra.Command{Use: "tool", Short: "A tool", Long: "It does\n  .things\n.of two kinds\n'and' C:\\x --all"}
	root.PersistentFlags().String("color", "auto", "colours: auto")
	sub := &cobra.Command{Use: "sub ARG", Short: "A part", Example: "  tool sub x", Run: func(*cobra.Command, []string) {}}
	sub.Flags().StringP("out", "o", "", "write into `DIR`")
	sub.Flags().Int("secret", 1, "never shown")
	_ = sub.Flags().MarkHidden("secret")
	hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(sub, hidden, &cobra.Command{Use: "topic", Short: "A topic", Long: "Text."})
	return root
}

func TestPage(t *testing.T) {
	root := tree()
	assert.Equal(t, page(root), `.TH "TOOL" 1 "" "mcpsim" "mcpsim"
.SH NAME
tool \- A tool
.SH DESCRIPTION
.nf
It does
  .things
\&.of two kinds
\&'and' C:\ex \-\-all
.fi
.SH OPTIONS
.TP
\fB\-\-color string\fR
colours: auto (default auto)
.TP
\fB\-h, \-\-help\fR
help for tool
.SH SEE ALSO
.nf
tool\-sub(1)  A part
tool\-topic(1)  A topic
.fi
`)
	sub, _, err := root.Find([]string{"sub"})
	assert.NilError(t, err)
	text := page(sub)
	for _, want := range []string{".SH SYNOPSIS\n.nf\ntool sub ARG [flags]\n", "\\fB\\-o, \\-\\-out DIR\\fR\nwrite into DIR\n", ".SH OPTIONS OF ALL COMMANDS\n.TP\n\\fB\\-\\-color string", ".SH EXAMPLES\n.nf\n  tool sub x\n", "tool(1)"} {
		assert.Check(t, is.Contains(text, want))
	}
	assert.Check(t, !strings.Contains(text, "secret"))
}

func TestPagesOfAllCommands(t *testing.T) {
	dir := t.TempDir()
	n, err := writeBelow(dir, tree())
	assert.NilError(t, err)
	assert.Equal(t, n, 3)
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	assert.NilError(t, err)
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	assert.DeepEqual(t, names, []string{"tool-sub.1", "tool-topic.1", "tool.1"})
	_, err = writeBelow(filepath.Join(dir, "nowhere"), tree())
	assert.Check(t, err != nil)
}
