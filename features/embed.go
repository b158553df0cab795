// Package features is the specification: the .feature files by chapter and the
// registry of the guarantees that they prove. It neither parses Gherkin nor runs
// anything; package suite does.
package features

import "embed"

// FS holds the feature files, each in the folder of its chapter.
//
//go:embed */*.feature
var FS embed.FS
