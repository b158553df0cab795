package reports

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mcpsim/mcpsim/internal/words"
)

// formats are the formats of [Write], by name.
var formats = map[string]func(io.Writer, Run, []Result) error{
	"badge":    writeBadge,
	"json":     writeResults,
	"junit":    writeJUnit,
	"markdown": writeMarkdown,
	"sarif":    writeSARIF,
	"summary":  writeSummary,
}

// Formats are the names that [Write] knows, sorted: badge (one line), json (JSON Lines,
// which [ReadResults] reads), junit (JUnit XML), markdown (for a comment on a change or
// the summary of a job), sarif (SARIF 2.1.0: what failed or warned) and summary (JSON:
// how much was observed, by level and suite, and what would make the rest observable).
func Formats() []string { return []string{"badge", "json", "junit", "markdown", "sarif", "summary"} }

// Write writes the results of a run to w in the format of that name. It fails if
// there is no such format, or with the first error of w. Of a text of a result it writes
// at most 64 KiB and how much of the middle is left out, and none of the characters that
// a terminal obeys or a reader does not see: JSON and SARIF escape them, the others show
// their codes.
func Write(w io.Writer, format string, run Run, results []Result) error {
	write := formats[format]
	if write == nil {
		return fmt.Errorf("writing results: unknown format %q", format)
	}
	door := words.NewDoor(w)
	if slices.Contains([]string{"json", "sarif", "summary"}, format) {
		door = words.NewJSONDoor(w)
	}
	short := make([]Result, len(results))
	for i, r := range results {
		short[i] = r.bounded()
	}
	return errors.Join(write(door, run, short), door.Flush())
}

// bounded is the result with texts of at most [words.InReport].
func (r Result) bounded() Result {
	for _, s := range []*string{&r.URI, &r.Feature, &r.Name, &r.Error, &r.Expected, &r.Reproduce, &r.Rule.Name, &r.Rule.Text} {
		*s = words.Clip(*s, words.InReport)
	}
	r.Steps = slices.Clone(r.Steps)
	for i := range r.Steps {
		r.Steps[i].Text = words.Clip(r.Steps[i].Text, words.InReport)
	}
	r.Timeline = slices.Clone(r.Timeline)
	for i := range r.Timeline {
		r.Timeline[i] = words.Clip(r.Timeline[i], words.InReport)
	}
	return r
}
