package reports

import (
	"fmt"
	"io"
)

// formats are the formats of [Write], by name.
var formats = map[string]func(io.Writer, Run, []Result) error{
	"json":     writeResults,
	"junit":    writeJUnit,
	"markdown": writeMarkdown,
	"sarif":    writeSARIF,
}

// Formats are the names that [Write] knows, sorted: json (JSON Lines, which
// [ReadResults] reads), junit (JUnit XML), markdown (for a comment on a change or
// the summary of a job) and sarif (SARIF 2.1.0: what failed or warned).
func Formats() []string { return []string{"json", "junit", "markdown", "sarif"} }

// Write writes the results of a run to w in the format of that name. It fails if
// there is no such format, or with the first error of w.
func Write(w io.Writer, format string, run Run, results []Result) error {
	write := formats[format]
	if write == nil {
		return fmt.Errorf("writing results: unknown format %q", format)
	}
	return write(w, run, results)
}
