package judgetest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// A pair is sought for what no page says, with the checks that say it, each clause once.
func TestPairs(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.NilError(t, os.Mkdir("testdata", 0o755))
	const said = "one\n    failed X-01, a: it is \"red\"\n"
	assert.NilError(t, os.WriteFile(filepath.Join("testdata", "said.golden"), []byte(said), 0o644))
	assert.NilError(t, os.WriteFile(filepath.Join("testdata", "pairs.golden"), nil, 0o644))
	p := Pairs{
		Page: "pairs.golden", Others: []string{"said.golden"}, Names: map[string][]string{"stdio": {"A"}, "http": {"A", "B"}},
		Judge: func(_ *testing.T, over string, defects, only []string) (out []reports.Result) {
			say := func(id, text string, verdict reports.Verdict) {
				if len(only) == 0 || slices.Contains(only, id) {
					out = append(out, reports.Result{Rule: reports.Rule{IDs: []string{id}}, Name: "a", Verdict: verdict, Error: text})
				}
			}
			say("X-01", `it is "blue"`, reports.Failed)
			say("X-03", "", reports.Passed)
			if slices.Contains(defects, "A") && slices.Contains(defects, "B") {
				say("X-02", `see X-01: it is "blue"; so it is 2`, reports.NotTestable)
				say("X-04", "so it is 3", reports.Warned)
			}
			return out
		},
	}
	t.Cleanup(func() { *seek = 0 })
	*seek = 50
	more := p.more(t, nil)
	assert.Equal(t, len(more), 1)
	assert.Assert(t, slices.Contains([]string{"http: A & B, by X-02", "http: B & A, by X-02"}, more[0]), more[0])
	assert.Equal(t, p.judged(t, "http: A & B, by X-02 X-04"), "not testable X-02, a: see X-01: it is \"blue\"; so it is 2\nwarned X-04, a: so it is 3\n")
	assert.NilError(t, os.WriteFile(filepath.Join("testdata", "pairs.golden"), []byte(more[0]+"\n    not testable X-02, a: see X-01: it is \"x\"; so it is 9\n"), 0o644))
	assert.DeepEqual(t, p.subjects(t), more)
	assert.Equal(t, len(p.more(t, more)), 0)
}
