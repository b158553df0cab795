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
	"unicode/utf8"

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
	if err := nameFiles(trials); err != nil {
		return ui.Usage(err)
	}
	for i, t := range trials {
		t.several = true
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

// nameFiles gives the reports of each subject its name. No two subjects write one file, whatever is left of
// their names in that of a file; its error is about one that cannot be written.
func nameFiles(trials []trial) error {
	used := map[string]bool{}
	for i := range trials {
		t := &trials[i]
		if taken(t.files) {
			return errors.New("--report FORMAT:-: there are several servers, so name a file")
		}
		part := fileName(t.name)
		for n := 2; used[strings.ToLower(part)]; n++ { // some systems take letters of both cases for the same
			part = fmt.Sprintf("%s-%d", fileName(t.name), n)
		}
		used[strings.ToLower(part)] = true
		var err error
		if t.files, err = namedFiles(t.files, part); err != nil {
			return err
		}
	}
	return nil
}

// longestPart is how much of the name of a subject is in that of a file, in bytes: most systems take
// 255 for all of it.
const longestPart = 100

// fileName is the name of a subject as a part of that of a file.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || words.Hidden(r) {
			return '-'
		}
		return r
	}, name)
	for len(name) > longestPart {
		_, last := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-last]
	}
	return name
}

// namedFiles are reports with a part more in the names of their files. They can be written.
func namedFiles(files []reportFile, part string) (out []reportFile, err error) {
	for _, f := range files {
		ext := filepath.Ext(f.path)
		f.path = strings.TrimSuffix(f.path, ext) + "-" + part + ext
		if err := f.check(); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
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
