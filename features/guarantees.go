package features

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

//go:embed guarantees.yaml
var registry []byte

// Guarantee is one documented promise.
type Guarantee struct {
	ID       string `yaml:"id"`
	Seed     string `yaml:"seed"`    // the source document: "000" to "004", or "all"
	Section  string `yaml:"section"` // heading in the seed
	Level    string `yaml:"level"`   // S, I, derived, source or quirk
	Time     bool   `yaml:"time"`    // needs the virtual clock
	Negative bool   `yaml:"negative"`
	// OutOfScope marks what the seed itself rules out; no Rule needs to prove it.
	OutOfScope bool   `yaml:"out_of_scope"`
	Statement  string `yaml:"statement"`
}

// Guarantees returns all documented promises in the order of the registry. The
// slice is shared: do not change it. An error is a defect of the binary.
func Guarantees() ([]Guarantee, error) { return parsed() }

var parsed = sync.OnceValues(func() ([]Guarantee, error) { return parse(registry) })

func parse(data []byte) ([]Guarantee, error) {
	var file struct {
		Guarantees []Guarantee `yaml:"guarantees"`
	}
	if err := yamldoc.Decode(data, &file, true); err != nil {
		return nil, fmt.Errorf("reading guarantees.yaml: %w", err)
	}
	seen := map[string]bool{}
	for _, g := range file.Guarantees {
		if g.ID == "" || g.Statement == "" || seen[g.ID] {
			return nil, fmt.Errorf("reading guarantees.yaml: entry %q has no id, no statement or is there twice", g.ID)
		}
		seen[g.ID] = true
	}
	return file.Guarantees, nil
}
