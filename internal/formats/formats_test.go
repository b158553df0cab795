package formats

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/reports"
)

func compiled(t *testing.T, name string) *schema.Schema {
	t.Helper()
	i := slices.IndexFunc(All(), func(f Format) bool { return f.Name == name })
	s, err := schema.Compile([]byte(All()[i].Schema), schema.Options{})
	assert.NilError(t, err)
	return s
}

// properties are the names of the members of a definition.
func properties(s *schema.Schema, def string) []string {
	root := s.Root().(map[string]any)
	return slices.Sorted(maps.Keys(root["$defs"].(map[string]any)[def].(map[string]any)["properties"].(map[string]any)))
}

// members are the names under which the fields of a struct are written.
func members[T any](more ...string) []string {
	out := more
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			out = append(out, name)
		}
	}
	return slices.Sorted(slices.Values(out))
}

func TestTheSchemaOfResultsHasAllMembers(t *testing.T) {
	s := compiled(t, "results")
	for def, want := range map[string][]string{
		"header": members[reports.Run]("format", "version"), "result": members[reports.Result](), "rule": members[reports.Rule](),
		"step": members[reports.Step](), "difference": members[reports.Difference](),
	} {
		assert.Check(t, is.DeepEqual(properties(s, def), want), def)
	}
}

func TestWrittenResultsFitTheirSchema(t *testing.T) {
	s := compiled(t, "results")
	var out bytes.Buffer
	results := []reports.Result{
		{URI: "a.feature", Verdict: reports.Passed, World: "virtual"},
		{
			URI: "a.feature", Verdict: reports.Failed, World: "target", Level: "MUST", Rule: reports.Rule{IDs: []string{"X-1"}}, OrderSeed: 1,
			Steps: []reports.Step{{Status: reports.StepFailed}}, Difference: &reports.Difference{Attempt: 2}, Timeline: []string{"a"},
		},
	}
	assert.NilError(t, reports.Write(&out, "json", reports.Run{World: "all"}, results))
	checkLines(t, s, out.Bytes())
	for _, wrong := range []string{`{"format":"mcpsim-results"}`, `{"uri":"a"}`, strings.Replace(lastLine(out.String()), `"failed"`, `"fine"`, 1)} {
		assert.Check(t, s.Check([]byte(wrong)) != nil, wrong)
	}
}

func TestARecordingFitsItsSchema(t *testing.T) {
	s := compiled(t, "recordings")
	data, err := os.ReadFile("../../testdata/recording.jsonl")
	assert.NilError(t, err)
	checkLines(t, s, data)
	for _, wrong := range []string{`{}`, `{"format":"mcpsim-results","version":1}`, `{"at":"2026-01-02T03:04:05Z","kind":"chank"}`} {
		assert.Check(t, s.Check([]byte(wrong)) != nil, wrong)
	}
}

func checkLines(t *testing.T, s *schema.Schema, data []byte) {
	t.Helper()
	for line := range bytes.Lines(data) {
		assert.Check(t, s.Check(line), "%s", line)
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func TestTheSchemaOfBaselines(t *testing.T) {
	s := compiled(t, "baseline")
	for text, fits := range map[string]bool{
		"": true, "server:": true, "server: [A-1, 'B-2:one case']\nclient: [C-3]": true,
		"servers: [A-1]": false, "- A-1": false, "server: A-1": false, "server: [A-1: x]": false, "server: ['A-1:']": false, "server: [1]": false,
	} {
		value, err := yaml.YAMLToJSON([]byte(text))
		assert.NilError(t, err)
		if len(bytes.TrimSpace(value)) == 0 {
			value = []byte("null")
		}
		assert.Equal(t, s.Check(value) == nil, fits, text)
	}
}

func TestSchemasAreOnePieceOfJSON(t *testing.T) {
	for _, f := range All() {
		assert.Check(t, json.Valid([]byte(f.Schema)), f.Name)
		compiled(t, f.Name)
	}
}
