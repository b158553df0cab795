package fakeserver

import _ "embed" // the schema

//go:embed script.schema.json
var scriptSchema string

// Schema is the JSON Schema (2020-12) of a script, for editors. [Parse] decides: it says
// what is wrong with a script in its own words.
func Schema() string { return scriptSchema }
