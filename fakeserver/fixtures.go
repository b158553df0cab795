package fakeserver

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

//go:embed fixtures/*.yaml
var fixtures embed.FS

// Fixtures lists the servers that other programs are tried with, by name: "conformance"
// offers what the server scenarios of the official conformance suite (npm's
// @modelcontextprotocol/conformance) look for; those that begin with "auth-" ask for a
// token, and are their own authorization servers. Their Failure is empty.
func Fixtures() []CatalogueEntry {
	entries, err := fs.ReadDir(fixtures, "fixtures")
	var out []CatalogueEntry
	for _, e := range entries {
		data, readErr := fs.ReadFile(fixtures, "fixtures/"+e.Name())
		err = errors.Join(err, readErr)
		out = append(out, readEntry(strings.TrimSuffix(e.Name(), ".yaml"), string(data)))
	}
	if err != nil {
		panic(err) // the files are part of the program
	}
	return out
}

// Fixture finds one of [Fixtures]. The error names the nearest one.
func Fixture(name string) (CatalogueEntry, error) {
	var names []string
	for _, f := range Fixtures() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return CatalogueEntry{}, fmt.Errorf("no fixture %q%s; known are %s", name, words.DidYouMean(name, names), strings.Join(names, ", "))
}
