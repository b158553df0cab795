// Package formats has the JSON Schemas of the files that people and programs write for
// mcpsim or read from it. It reads none of these files: the packages that own them do, and
// say what is wrong in their own words.
package formats

import (
	_ "embed" // the schemas

	"github.com/mcpsim/mcpsim/fakeserver"
)

var (
	//go:embed recording.schema.json
	recordings string
	//go:embed result.schema.json
	results string
	//go:embed baseline.schema.json
	baseline string
)

// Format is a kind of file.
type Format struct {
	Name   string // as `mcpsim schema` takes it
	Manual string // what the schema is about
	Schema string // JSON Schema 2020-12
}

// All are the formats that have a schema, by name.
func All() []Format {
	return []Format{
		{"baseline", "a file of --baseline, which names what is known to fail", baseline},
		{"recordings", "each line of a recording (mcpsim proxy --record)", recordings},
		{"results", "each line of results (--report json:FILE)", results},
		{"scripts", "the script of a fake server (mcpsim serve)", fakeserver.Schema()},
	}
}
