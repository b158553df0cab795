package fakeserver

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

//go:embed catalogue/*.yaml
var catalogue embed.FS

// CatalogueEntry is one named server of the catalogue: a script that shows one failure
// known from the field, as a file to serve, to read and to copy.
type CatalogueEntry struct {
	// Name by which it is asked for: lower case letters, digits and hyphens.
	Name string
	// Title says in one sentence what it does wrong.
	Title string
	// Failure is the id of the field failure, such as FF-01, or of the guarantee that a
	// client needs against it, such as MOD-01.
	Failure string
	// Breaks says which clients it breaks and how; empty: its failure says so.
	Breaks string
	// Over lists the transports over which the fault shows: stdio, http, sse.
	Over []string
	// Source is the script file.
	Source string
}

// Catalogue lists the servers of the catalogue by failure, then by name.
func Catalogue() []CatalogueEntry {
	var out []CatalogueEntry
	entries, err := fs.ReadDir(catalogue, "catalogue")
	for _, e := range entries {
		data, readErr := fs.ReadFile(catalogue, "catalogue/"+e.Name())
		err = errors.Join(err, readErr)
		out = append(out, readEntry(strings.TrimSuffix(e.Name(), ".yaml"), string(data)))
	}
	if err != nil {
		panic(err) // the files are part of the program
	}
	slices.SortStableFunc(out, func(a, b CatalogueEntry) int { return strings.Compare(a.Failure, b.Failure) })
	return out
}

// Lookup finds a server of the catalogue. The error names the nearest one.
func Lookup(name string) (CatalogueEntry, error) {
	var names []string
	for _, s := range Catalogue() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return CatalogueEntry{}, fmt.Errorf("no server %q in the catalogue%s", name, words.DidYouMean(name, names))
}

// Script is a new script of the server, named after it.
func (s CatalogueEntry) Script() (*Script, error) {
	script, err := Parse(s.Name+".yaml", []byte(s.Source))
	if err == nil && script.Name == "" {
		script.Name = s.Name
	}
	return script, err
}

// readEntry reads the comment at the head of a file: the title, then lines
// "key: value".
func readEntry(name, source string) CatalogueEntry {
	s := CatalogueEntry{Name: name, Source: source}
	for line := range strings.Lines(source) {
		text, comment := strings.CutPrefix(strings.TrimSpace(line), "# ")
		switch {
		case !comment:
			return s
		case s.Title == "":
			s.Title = text
		case strings.HasPrefix(text, "failure: "):
			s.Failure = strings.TrimPrefix(text, "failure: ")
		case strings.HasPrefix(text, "breaks: "):
			s.Breaks = strings.TrimPrefix(text, "breaks: ")
		case strings.HasPrefix(text, "over: "):
			s.Over = strings.Split(strings.TrimPrefix(text, "over: "), ", ")
		}
	}
	return s
}
