package gherkin

import (
	"strings"

	"github.com/cucumber/godog"
)

// DocString is the text below a step, with its place in the feature file, so that
// a mistake in it can be shown where its author sees it.
type DocString struct {
	Content   string // without the indentation of its quotes
	MediaType string // "" = none
	URI       string // path of the feature file
	Line      int    // of the first line of Content, from 1
	Column    int    // of the first column of Content, from 1
}

// locate finds the doc string of the step that is running.
func (r *stepRun) locate(d *godog.DocString) *DocString {
	found := &DocString{Content: d.Content, MediaType: d.MediaType, URI: r.job.Scenario.URI, Line: 1, Column: 1}
	if r.next >= len(r.steps) || r.steps[r.next].Line == 0 {
		return found
	}
	lines := strings.Split(r.job.Content, "\n")
	for i := r.steps[r.next].Line; i < len(lines); i++ { // from the line below the step
		text := strings.TrimLeft(lines[i], " \t")
		if strings.HasPrefix(text, `"""`) || strings.HasPrefix(text, "```") {
			found.Line, found.Column = i+2, len(lines[i])-len(text)+1
			break
		}
	}
	return found
}
