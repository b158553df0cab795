package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/timeline"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// htmlFormat is the report that is a folder of pages.
const htmlFormat = "html"

// maxPages is how many runs a report has a page each of; of more only those that did not
// pass have one.
const maxPages = 200

// wantsHTML reports whether one of the reports is made of pages, which need traces.
func wantsHTML(files []reportFile) bool {
	return slices.ContainsFunc(files, func(f reportFile) bool { return f.format == htmlFormat })
}

// traces says which traces a command writes, and where to.
type traces struct {
	dir    string // "" = none
	failed bool   // those of runs that passed are left out
	keep   bool   // they are what the user asked for
}

// tracesFor are those that pages of n runs need, in a folder that forget removes.
func tracesFor(files []reportFile, n int) (t traces, forget func(), err error) {
	forget = func() {}
	if wantsHTML(files) {
		t.failed = n > maxPages
		t.dir, err = os.MkdirTemp("", "mcpsim-traces-")
		forget = func() { _ = os.RemoveAll(t.dir) }
	}
	return t, forget, err
}

// pages writes a report of pages.
type pages struct {
	app     *app
	dir     string
	run     reports.Run
	results []reports.Result
}

func (p pages) write() error {
	title := "mcpsim run"
	if p.run.World == gherkin.Target {
		title = "mcpsim checks"
	}
	var failure error
	made := map[string]bool{}
	for _, r := range p.results {
		if r.Trace == "" || r.Verdict == reports.NotTestable || r.Verdict == reports.NotRun {
			continue // nothing happened
		}
		name := pageOf(r)
		err := p.writePage(name, r)
		if wrong, ok := errors.AsType[*reports.FormatError](err); ok && wrong.TooLong {
			p.app.ui.Hint("%s has no page: its trace is too long for one, %s", words.Printable(r.Place()), wrong.Reason)
			continue
		}
		failure = errors.Join(failure, err)
		made[name] = err == nil
	}
	index := timeline.Index{Title: title, Run: p.run, Results: p.results, Promises: p.app.promised(p.results), Page: func(r reports.Result) string {
		if name := pageOf(r); made[name] {
			return name
		}
		return ""
	}}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return errors.Join(failure, fmt.Errorf("writing pages: %w", err))
	}
	return errors.Join(failure, outfile.Write(filepath.Join(p.dir, "index.html"), func(w io.Writer) error { return timeline.WriteIndex(w, index) }))
}

// pageOf is the page of a result below the folder, named as its trace is. No path leads out.
func pageOf(r reports.Result) string {
	name := fmt.Sprintf("%d.%s", r.Line, r.World)
	if r.Attempt > 1 {
		name = fmt.Sprintf("%s.%d", name, r.Attempt)
	}
	return strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(r.URI)), "/") + "/" + name + ".html"
}

func (p pages) writePage(name string, r reports.Result) error {
	story, err := p.app.resultStory(r)
	if err != nil {
		return fmt.Errorf("writing pages: %w", err)
	}
	out := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return fmt.Errorf("writing pages: %w", err)
	}
	index := strings.Repeat("../", strings.Count(name, "/")) + "index.html"
	return outfile.Write(out, func(w io.Writer) error { return timeline.Write(w, timeline.Options{Index: index}, story) })
}

// promised are the documented guarantees that results are about, with what they say of each.
func (a *app) promised(results []reports.Result) []timeline.Promise {
	all, err := a.guarantees()
	if err != nil {
		return nil
	}
	states := reports.Coverage(results)
	var out []timeline.Promise
	for _, g := range all {
		if state, ok := states[g.ID]; ok {
			out = append(out, timeline.Promise{ID: g.ID, Text: strings.TrimSpace(g.Statement), State: state})
		}
	}
	return out
}
