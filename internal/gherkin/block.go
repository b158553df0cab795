package gherkin

import messages "github.com/cucumber/messages/go/v21"

// Table is the table below a step, as godog gives it to the steps of a suite.
type Table = messages.PickleTable

// DocString is the text below a step, with its place in the feature file, so that
// a mistake in it can be shown where its author sees it.
type DocString struct {
	Content   string `json:"content"`    // without the indentation of its quotes
	MediaType string `json:"media_type"` // "" = none
	URI       string `json:"uri"`        // path of the feature file
	Line      int    `json:"line"`       // of the first line of Content, from 1
	Column    int    `json:"column"`     // of the first column of Content, from 1
}
