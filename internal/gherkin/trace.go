package gherkin

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
	goruntime "runtime"
	"time"

	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/reports"
)

// stepActor is the actor of the events of steps.
const stepActor = "step"

// traceFile is DIR/path/of.feature/LINE.WORLD[.ATTEMPT].jsonl. No path leads out of DIR.
func (j Job) traceFile(dir string) string {
	s := j.Scenario
	name := fmt.Sprintf("%d.%s.jsonl", s.Line, s.World)
	if j.Attempt > 1 {
		name = fmt.Sprintf("%d.%s.%d.jsonl", s.Line, s.World, j.Attempt)
	}
	return filepath.Join(dir, filepath.FromSlash(path.Clean("/"+s.URI)), name)
}

// writeTrace writes the trace of a job to its file, event by event.
func (x *Executor) writeTrace(job Job, begin time.Time, events iter.Seq[reports.Event]) error {
	if err := os.MkdirAll(filepath.Dir(job.TraceFile), 0o755); err != nil {
		return fmt.Errorf("writing a trace: %w", err)
	}
	s := job.Scenario
	return outfile.Write(job.TraceFile, func(w io.Writer) error {
		return reports.WriteTrace(w, reports.TraceHeader{
			Mcpsim: x.Version, Go: goruntime.Version(), World: s.World, Seed: s.Seed, ScheduleSeed: s.ScheduleSeed, Begin: begin,
			Scenario: reports.TraceScenario{URI: s.URI, Line: s.Line, Rule: s.Rule, Name: s.Name},
		}, events)
	})
}

// textOf is the text of an error, empty for none.
func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// diffFiles is diffTraces for two files.
func diffFiles(first, other string, attempt int) (*reports.Difference, error) {
	a, err := os.Open(first)
	if err != nil {
		return nil, fmt.Errorf("comparing traces: %w", err)
	}
	defer a.Close()
	b, err := os.Open(other)
	if err != nil {
		return nil, fmt.Errorf("comparing traces: %w", err)
	}
	defer b.Close()
	return diffTraces(a, b, attempt)
}

// diffTraces compares two written traces line by line. It returns nil if they
// are equal; attempt is the number of the second.
func diffTraces(first, other io.Reader, attempt int) (*reports.Difference, error) {
	a, b := bufio.NewReader(first), bufio.NewReader(other)
	for n := 1; ; n++ {
		x, err1 := a.ReadString('\n')
		y, err2 := b.ReadString('\n')
		switch {
		case x != y:
			return &reports.Difference{Attempt: attempt, Line: n, First: withoutNewline(x), Other: withoutNewline(y)}, nil
		case err1 == io.EOF && err2 == io.EOF:
			return nil, nil
		case err1 != nil || err2 != nil:
			return nil, fmt.Errorf("comparing traces: %w", errors.Join(err1, err2))
		}
	}
}

func withoutNewline(line string) string {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		return line[:n-1]
	}
	return line
}
