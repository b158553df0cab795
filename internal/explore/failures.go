package explore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// FailuresFile is where failures are kept, below the working directory.
const FailuresFile = ".mcpsim/failures.jsonl"

// failuresVersion is that of the lines of the file; others are left alone and not used.
const failuresVersion = 1

// Limits of the file: the oldest failures go first.
const (
	maxFailures     = 1000
	maxFailuresFile = 4 << 20
)

// Failure is a run that failed, as a line of the file has it.
type Failure struct {
	Version int    `json:"version"`
	URI     string `json:"uri"`
	Rule    string `json:"rule"`
	Name    string `json:"name"` // of the scenario: its line changes when the file is edited
	Line    int    `json:"line"`
	gherkin.Variation
}

func failureOf(r reports.Result) Failure {
	return Failure{Version: failuresVersion, URI: r.URI, Rule: r.Rule.Name, Name: r.Name, Line: r.Line, Variation: variationOf(r)}
}

// is reports whether the failure is one of a scenario. Rows of an outline may share a name.
func (f Failure) is(s gherkin.Scenario) bool {
	return f.URI == s.URI && f.Rule == s.Rule && f.Name == s.Name
}

// key tells failures apart, wherever in the file their scenario stands.
func (f Failure) key() string {
	f.Line = 0
	data, _ := json.Marshal(f) // strings and numbers
	return string(data)
}

func keysOf(all []Failure) map[string]bool {
	out := map[string]bool{}
	for _, f := range all {
		out[f.key()] = true
	}
	return out
}

// LoadFailures reads a file of failures; one that does not exist has none.
func LoadFailures(name string) ([]Failure, error) {
	data, err := readFailures(name)()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the failures of earlier runs: %w", err)
	}
	known, _ := parseFailures(data)
	return known, nil
}

func readFailures(name string) func() ([]byte, error) {
	return func() ([]byte, error) { return atomicfile.Read(name, maxFailuresFile) }
}

// parseFailures returns the lines that are understood, and the others.
func parseFailures(data []byte) (known []Failure, others [][]byte) {
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		var f Failure
		switch err := json.Unmarshal(line, &f); {
		case len(line) == 0:
		case err != nil || f.Version != failuresVersion:
			others = append(others, line)
		default:
			known = append(known, f)
		}
	}
	return known, others
}

// KeepFailures adds failures to a file and takes those out that were fixed. Of several
// processes that do so at once none undoes what another one did. The file stays within
// its limits: the oldest failures go first.
func KeepFailures(name string, add, fixed []Failure) error {
	if len(add)+len(fixed) == 0 {
		return nil
	}
	err := atomicfile.Change(name, maxFailuresFile, readFailures(name), func(data []byte) ([]byte, error) {
		known, others := parseFailures(data)
		out := keysOf(fixed)
		known = slices.DeleteFunc(known, func(f Failure) bool { return out[f.key()] })
		there := keysOf(known)
		for _, f := range add {
			if key := f.key(); !there[key] {
				there[key] = true
				known = append(known, f)
			}
		}
		return fileOf(known, others), nil
	})
	if err != nil {
		return fmt.Errorf("keeping failures for the next time: %w", err)
	}
	return nil
}

// fileOf is a file within the limits: lines that are not understood, and the newest failures.
func fileOf(known []Failure, others [][]byte) []byte {
	size := 0
	for _, line := range others {
		size += len(line) + 1
	}
	lines := [][]byte{}
	for _, f := range slices.Backward(known[max(0, len(known)-maxFailures):]) {
		if line := f.line(); size+len(line) < maxFailuresFile {
			size += len(line) + 1
			lines = append(lines, line)
		}
	}
	slices.Reverse(lines)
	var out bytes.Buffer
	for _, line := range slices.Concat(others, lines) {
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

// line is how a file has a failure, without the end of the line.
func (f Failure) line() []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f) // strings and numbers
	return bytes.TrimSpace(out.Bytes())
}
