package reports

import (
	"encoding/json"
	"fmt"
	"io"
)

// The name and version of the results format.
// Version 2 adds what is optional: see, suite and practice; version 3 shard.
const (
	resultsFormat  = "mcpsim-results"
	resultsVersion = 3
)

// resultsHeader is the first line of written results.
type resultsHeader struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Run
}

// writeResults writes results as JSON Lines: a header with the run, then one
// line per result.
func writeResults(w io.Writer, run Run, results []Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(resultsHeader{Format: resultsFormat, Version: resultsVersion, Run: run}); err != nil {
		return fmt.Errorf("writing results: %w", err)
	}
	for _, r := range results {
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("writing results: %w", err)
		}
	}
	return nil
}

// maxItems is how many items the lists of a result have that is read.
const maxItems = 10_000

// items is how many items the lists of a result have.
func (r Result) items() int {
	return len(r.Steps) + len(r.Tags) + len(r.Rule.IDs) + len(r.Disturb) + len(r.Timeline)
}

// ReadResults reads what [Write] wrote as json and is as strict as [ReadTrace].
func ReadResults(r io.Reader) (Run, []Result, error) {
	lines := newLineReader(r)
	var header resultsHeader
	if err := lines.next(&header); err != nil {
		return Run{}, nil, orEmpty(err, "file of results")
	}
	if header.Version == 1 || header.Version == 2 { // they lack what may be absent
		header.Version = resultsVersion
	}
	if err := checkFormat(header.Format, resultsFormat, header.Version, resultsVersion); err != nil {
		return Run{}, nil, err
	}
	var results []Result
	for {
		var result Result
		err := lines.next(&result)
		if err == io.EOF {
			return header.Run, results, nil
		}
		if err == nil && (result.URI == "" || result.Verdict == "") {
			err = lines.fail("a result needs a uri and a verdict")
		}
		if err == nil && result.items() > maxItems {
			err = lines.fail("a result has more than %d steps, ids, tags and other items", maxItems)
		}
		if err != nil {
			return Run{}, nil, err
		}
		results = append(results, result)
	}
}
