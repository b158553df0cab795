package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// The parts of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string          `json:"id"`
		ShortDescription sarifText       `json:"shortDescription"`
		FullDescription  sarifText       `json:"fullDescription"`
		HelpURI          string          `json:"helpUri,omitempty"`
		Properties       sarifProperties `json:"properties"`
	}
	sarifProperties struct {
		Tags []string `json:"tags"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// writeSARIF writes what failed or warned as SARIF 2.1.0: failures as errors,
// warnings as warnings, those of the level MAY as notes. What a baseline expects
// is left out, as consumers would show it as an alert. The place of a result is
// the scenario in its feature file; a fingerprint of check and scenario
// stays the same when the file changes.
func writeSARIF(w io.Writer, run Run, results []Result) error {
	driver := sarifDriver{
		Name: "mcpsim", Version: run.Mcpsim, InformationURI: "https://github.com/mcpsim/mcpsim", Rules: []sarifRule{},
	}
	found := []sarifResult{}
	for _, r := range findings(results) {
		i := driver.rule(r)
		found = append(found, sarifFinding(r, driver.Rules[i].ID, i))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{{
		Tool:        sarifTool{driver},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		Results:     found,
		ColumnKind:  "unicodeCodePoints",
	}}})
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

// rule returns the index of the rule of a result and adds it if it is new. Its description
// is what the rule says of all its findings; what it says of one alone is in its message.
func (d *sarifDriver) rule(r Result) int {
	id := strings.Join(r.Rule.IDs, " ")
	if i := slices.IndexFunc(d.Rules, func(o sarifRule) bool { return o.ID == id }); i >= 0 {
		full := &d.Rules[i].FullDescription.Text
		*full = cmp.Or(common(*full, r.Rule.Text), r.Rule.Name)
		return i
	}
	d.Rules = append(d.Rules, sarifRule{
		ID: id, ShortDescription: sarifText{r.Rule.Name}, FullDescription: sarifText{cmp.Or(r.Rule.Text, r.Rule.Name)}, HelpURI: r.Rule.SpecURL(),
		Properties: sarifProperties{Tags: append([]string{}, r.Tags...)},
	})
	return len(d.Rules) - 1
}

// common is the lines of a text that another has, too.
func common(text, other string) string {
	others := strings.Split(other, "\n")
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !slices.Contains(others, l) }), "\n")
}

// uriPath is a path as a URI reference.
func uriPath(name string) string { return (&url.URL{Path: name}).String() }

func sarifFinding(r Result, id string, index int) sarifResult {
	level := "error"
	switch {
	case r.inform():
		level = "note"
	case r.Verdict == Warned:
		level = "warning"
	}
	lines := append([]string{continued(r.Error)}, r.advice()...)
	lines = append(lines, "reproduce: "+words.Visible(r.Reproduce))
	return sarifResult{
		RuleID: id, RuleIndex: index, Level: level,
		Message:      sarifText{words.Clip(fmt.Sprintf("%s (%s): %s", r.Rule.Name, r.Name, strings.Join(lines, "\n")), words.InReport)},
		Locations:    []sarifLocation{{sarifPhysical{sarifArtifact{uriPath(r.URI)}, sarifRegion{max(1, r.Line)}}}},
		Fingerprints: map[string]string{"mcpsim/v1": id + "/" + r.Name},
	}
}
