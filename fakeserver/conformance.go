package fakeserver

import (
	_ "embed"
	"fmt"
)

//go:embed conformance.yaml
var conformance string

// Fixture finds a correct server by the name of what it is a fixture for. There is
// one: "conformance" offers what the server scenarios of the official conformance
// suite (npm's @modelcontextprotocol/conformance) look for. Its Failure is empty.
func Fixture(name string) (CatalogueEntry, error) {
	if name != "conformance" {
		return CatalogueEntry{}, fmt.Errorf(`no fixture %q, known is "conformance"`, name)
	}
	return readEntry(name, conformance), nil
}
