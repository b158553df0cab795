package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Links of the repository become those of the site; what is no page is in the repository.
func TestRelink(t *testing.T) {
	t.Chdir("../..")
	for _, c := range []struct{ file, page, target, want string }{
		{"docs/install.md", "install.md", "formats.md", "formats.md"},
		{"docs/install.md", "install.md", "limits.md#processes", "limits.md#processes"},
		{"docs/install.md", "install.md", "../README.md", "overview.md"},
		{"docs/install.md", "install.md", "../LICENSE", repository + "/blob/main/LICENSE"},
		{"docs/howto/x.md", "howto/x.md", "../validate.md", "../validate.md"},
		{"docs/howto/x.md", "howto/x.md", "../../features", repository + "/tree/main/features"},
		{"README.md", "overview.md", "docs/howto/x.md", "howto/x.md"},
		{"README.md", "overview.md", "#here", "#here"},
		{"README.md", "overview.md", "https://go.dev", "https://go.dev"},
	} {
		assert.Check(t, is.Equal(relink("see [it]("+c.target+").", c.file, c.page), "see [it]("+c.want+")."), c.file)
	}
}

// A reader of a page sees what another one is about, not what its file is called.
func TestEntitle(t *testing.T) {
	t.Chdir("../..")
	for text, want := range map[string]string{
		"see [install.md](install.md)":                "see [Install](install.md)",
		"([pipelines.md](pipelines.md#x), [a](b.md))": "([In a pipeline](pipelines.md#x), [a](b.md))",
		"[none.md](none.md)":                          "[none.md](none.md)",
	} {
		assert.Equal(t, entitle(text, "docs/start.md"), want)
	}
	assert.Equal(t, entitle("[docs/start.md](docs/start.md)", "README.md"), "[Start in five minutes](docs/start.md)")
}

// The commands of a help are found below each of its titles, and nothing else is.
func TestListed(t *testing.T) {
	help := "What it is:\n\n  other     Text\n\nUsage:\n  mcpsim [command]\n\nExamples:\n  run it     now\n\nLook:\n  connect   Connect\n  validate  Check\n\n" +
		"Begin:\n  demo      Show\n\nFlags:\n  -h        help\n\nAdditional help topics:\n  mcpsim tags  Tags\n"
	var names []string
	for _, m := range subcommand.FindAllStringSubmatch(listed(help), -1) {
		names = append(names, m[1])
	}
	assert.DeepEqual(t, names, []string{"connect", "validate", "demo"})
}

func TestFolded(t *testing.T) {
	assert.Equal(t, folded("a\nb\nb\nb\na\n"), "a\nb\n              …  the same, 3 times in all\na\n")
	assert.Equal(t, folded(""), "")
}

// A site is refused that has a dead link or needs the network.
func TestVerify(t *testing.T) {
	for body, want := range map[string]string{
		`<a class="x" href="b.html#there">`:               "",
		`<a href="https://go.dev"><img src="data:,x">`:    "",
		`<p id="here"><a href="#here">`:                   "",
		`<a href="c.html">`:                               "leads nowhere",
		`<a href="b.html#gone">`:                          "leads to no place",
		`<script async src="https://cdn.test/x.js">`:      "loaded from elsewhere",
		`<link rel="stylesheet" href="//fonts.test/css">`: "loaded from elsewhere",
		`<iframe loading="lazy" src="gone.html">`:         "leads nowhere",
		`<a href="_static/field/x.html#by-its-script">`:   "",
	} {
		dir := t.TempDir()
		assert.NilError(t, os.MkdirAll(filepath.Join(dir, "_static", "field"), 0o755))
		for name, text := range map[string]string{"a.html": body, "b.html": `<p id="there">`, "_static/field/x.html": ""} {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		err := verify(dir)
		if want == "" {
			assert.Check(t, err, body)
			continue
		}
		assert.Check(t, is.ErrorContains(err, want), body)
	}
}

// Every page that is written by hand is in the navigation of the first page, which Sphinx wants.
func TestEveryDocumentIsInTheNavigation(t *testing.T) {
	t.Chdir("../..")
	s := source{dir: t.TempDir()}
	assert.NilError(t, s.documents())
	assert.NilError(t, s.index())
	index, err := os.ReadFile(filepath.Join(s.dir, "index.md"))
	assert.NilError(t, err)
	err = filepath.WalkDir(s.dir, func(file string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(s.dir, file)
		name, page := strings.CutSuffix(filepath.ToSlash(name), ".md")
		if err == nil && page && name != "index" {
			assert.Check(t, is.Regexp(`\n(.+ <)?`+regexp.QuoteMeta(name)+`>?\n`, string(index)))
		}
		return err
	})
	assert.NilError(t, err)
}

// Events and findings are read from the source, with what it says of them.
func TestPagesFromTheSource(t *testing.T) {
	t.Chdir("../..")
	s := source{dir: t.TempDir()}
	assert.NilError(t, s.events())
	assert.NilError(t, s.clientMatrix())
	events, err := os.ReadFile(filepath.Join(s.dir, "reference", "events.md"))
	assert.NilError(t, err)
	for _, want := range []string{
		"| `gate.open` | After = time since the start; no server |\n", "| `net.conn.reset` | a reset arrived; Direction = where it travelled |\n", "| `step.fail` | ",
	} {
		assert.Check(t, is.Contains(string(events), want))
	}
	assert.Check(t, !strings.Contains(string(events), "|  |"), "a kind of which nothing is said")
	matrix, err := os.ReadFile(filepath.Join(s.dir, "matrix-clients.md"))
	assert.NilError(t, err)
	for _, want := range []string{"## The official TypeScript SDK over HTTP and over stdio\n", "## The official Go SDK over HTTP\n", "| CLI-05 | a lost session is an error for the caller |\n"} {
		assert.Check(t, is.Contains(string(matrix), want))
	}
	assert.Check(t, !strings.Contains(string(matrix), ownLoop))
}
