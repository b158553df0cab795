package fakeserver

import _ "embed"

//go:embed script.schema.json
var schema []byte

// Schema is the JSON Schema of scripts, for editors: it knows every key, word and
// action with its description. Parse is stricter in a few places.
func Schema() []byte { return append([]byte(nil), schema...) }
