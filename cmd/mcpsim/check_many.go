package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
)

// subjectsAtOnce is how many subjects are judged side by side.
const subjectsAtOnce = 4

// lane is what the lines of one of several subjects begin with; "" = there is one only.
func (t trial) lane() string {
	if t.name == "" || !t.several {
		return ""
	}
	return "[" + words.Printable(t.name) + "] "
}

// judgeAll judges several subjects side by side and compares them in a table. Its error
// is that of the first one that failed, or else of the first that could not be judged.
func (a *app) judgeAll(ctx context.Context, trials []trial) error {
	rows := make([]tell.Row, len(trials))
	failures := make([]error, len(trials))
	slots := make(chan struct{}, subjectsAtOnce)
	var turn sync.Mutex
	var all sync.WaitGroup
	for i, t := range trials {
		if taken(t.files) {
			return ui.Usage(errors.New("--report FORMAT:-: there are several servers, so name a file"))
		}
		t.several, t.files = true, namedFiles(t.files, t.name)
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			lane := &laneWriter{out: a.ui.Out, name: t.lane()}
			results, err := a.judgeOnto(ctx, t, lane, &turn)
			rows[i], failures[i] = tell.Row{Name: t.name, Results: results}, err
			if results == nil && err != nil {
				rows[i].Err = err.Error()
			}
		})
	}
	all.Wait()
	fmt.Fprint(a.ui.Out, tell.Table(rows))
	return worstFailure(failures)
}

// worstFailure is the one that says most: that a check failed, or else the first.
func worstFailure(failures []error) error {
	var first error
	for _, err := range failures {
		if ui.ExitCode(err) == ui.ExitFailed {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// namedFiles are reports with the name of a subject in that of the file.
func namedFiles(files []reportFile, name string) []reportFile {
	var out []reportFile
	safe := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, name)
	for _, f := range files {
		ext := filepath.Ext(f.path)
		f.path = strings.TrimSuffix(f.path, ext) + "-" + safe + ext
		out = append(out, f)
	}
	return out
}

// laneWriter writes each line behind a name.
type laneWriter struct {
	out  io.Writer
	name string
	rest []byte // of a line that has not ended
}

// Write implements [io.Writer].
func (l *laneWriter) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, ended := bytes.Cut(l.rest, []byte("\n"))
		if !ended {
			return len(p), nil
		}
		if _, err := fmt.Fprintf(l.out, "%s%s\n", l.name, line); err != nil {
			return 0, err
		}
		l.rest = rest
	}
}
