// Package features is the specification: the .feature files by chapter and the
// registry of the guarantees that they prove. It neither parses Gherkin nor runs
// anything; the tools that run it are elsewhere.
package features

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed */*.feature
var all embed.FS

// These chapters hold the checks of servers, clients and authorization servers, which have
// steps of their own.
const (
	serverChapter = "server"
	clientChapter = "client"
	issuerChapter = "issuer"
)

// FS holds the feature files that run against the runtime, each in the folder
// of its chapter.
var FS fs.FS = chapters{func(name string) bool { return name != serverChapter && name != clientChapter && name != issuerChapter }}

// Server holds the features that check servers from outside, in their folder.
var Server fs.FS = chapters{func(name string) bool { return name == serverChapter }}

// Client holds the features that check clients from the server's side, in their
// folder.
var Client fs.FS = chapters{func(name string) bool { return name == clientChapter }}

// Issuer holds the features that check authorization servers from outside, in their
// folder.
var Issuer fs.FS = chapters{func(name string) bool { return name == issuerChapter }}

// chapters shows some folders of all features. Only the list of folders is
// narrowed: a file that is asked for by name is found in every chapter.
type chapters struct{ shown func(chapter string) bool }

func (c chapters) Open(name string) (fs.File, error) { return all.Open(name) }

// ReadDir implements [fs.ReadDirFS].
func (c chapters) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := all.ReadDir(name)
	if name == "." {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !c.shown(e.Name()) })
	}
	return entries, err
}
