package mcpsim_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
)

// pages are the Markdown files of this repository, with slashes.
func pages(t *testing.T) (out []string) {
	t.Helper()
	assert.NilError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".md"):
			out = append(out, filepath.ToSlash(name))
		}
		return nil
	}))
	return out
}

var (
	fenced   = regexp.MustCompile("(?ms)^ *(```+|~~~+).*?^ *(```+|~~~+) *$")
	codeSpan = regexp.MustCompile("`[^`\n]*`")
	link     = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#{1,6} +(.*?) *#*$`)
	named    = regexp.MustCompile(`<a (?:name|id)="([^"]+)"`)
)

// anchors are the places on a page that a link can lead to, as GitHub names them.
func anchors(text string) (out []string) {
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		out = append(out, name)
	}
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestNoLinkIsDead follows every link between the files of this repository, to its heading.
func TestNoLinkIsDead(t *testing.T) {
	followed := 0
	for _, page := range pages(t) {
		text := codeSpan.ReplaceAllString(fenced.ReplaceAllString(read(t, page), ""), "``")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue // another site
			}
			followed++
			file := path.Join(path.Dir(page), target)
			if target == "" {
				file = page
			}
			if _, err := os.Stat(filepath.FromSlash(file)); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
				continue
			}
			if anchor != "" && strings.HasSuffix(file, ".md") && !slices.Contains(anchors(read(t, file)), anchor) {
				t.Errorf("%s: %s: there is no such heading", page, m[1])
			}
		}
	}
	assert.Check(t, followed > 100, "only %d links were found", followed)
}

// TestEveryPageIsLinked wants each page of docs/ to be reached from the README.
func TestEveryPageIsLinked(t *testing.T) {
	seen := map[string]bool{}
	var visit func(page string)
	visit = func(page string) {
		if seen[page] || !strings.HasSuffix(page, ".md") {
			return
		}
		seen[page] = true
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			file := path.Join(path.Dir(page), target)
			if _, err := os.Stat(filepath.FromSlash(file)); err == nil && !strings.Contains(target, ":") {
				visit(file)
			}
		}
	}
	visit("README.md")
	for _, page := range pages(t) {
		assert.Check(t, seen[page], "no link leads from the README to %s", page)
	}
}
