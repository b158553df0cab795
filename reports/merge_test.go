package reports

import (
	"bytes"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func shardOf(name, number string, results ...Result) Part {
	return Part{Name: name, Run: Run{Mcpsim: "v1", World: "virtual", Shard: number, Planned: len(results)}, Results: results}
}

func at(uri string, line int, v Verdict) Result {
	return Result{URI: uri, Line: line, World: "virtual", Attempt: 1, Verdict: v, Feature: uri, Rule: Rule{Name: "r", Line: line, IDs: []string{"X-1"}}}
}

// The parts in every order make the same bytes, in every format: those of the run that was
// not split.
func TestMergeIsTheWholeWhateverTheOrder(t *testing.T) {
	second := at("a.feature", 9, Passed)
	second.Attempt = 2
	real := at("a.feature", 9, Warned)
	real.World = "real"
	whole := []Result{at("a.feature", 3, Passed), at("a.feature", 9, Passed), second, real, at("b.feature", 2, Failed), at("b.feature", 30, NotRun)}
	parts := []Part{
		shardOf("1", "1/3", whole[3], whole[4]), shardOf("2", "2/3", whole[2], whole[1]), shardOf("3", "3/3", whole[5], whole[0]),
	}
	for _, format := range Formats() {
		var want bytes.Buffer
		assert.NilError(t, Write(&want, format, Run{Mcpsim: "v1", World: "virtual", Planned: 6}, whole))
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			run, results, gaps, err := Merge([]Part{parts[order[0]], parts[order[1]], parts[order[2]]})
			assert.NilError(t, err)
			assert.Check(t, is.Len(gaps, 0))
			var got bytes.Buffer
			assert.NilError(t, Write(&got, format, run, results))
			assert.Equal(t, got.String(), want.String(), format)
		}
	}
}

// A scenario that every shard runs says what one of them has seen.
func TestMergeKeepsWhatSaysMost(t *testing.T) {
	for _, c := range []struct{ a, b, want Verdict }{
		{Passed, Failed, Failed}, {Passed, Warned, Warned}, {NotObserved, Passed, Passed}, {NotTestable, NotObserved, NotObserved},
		{NotRun, NotTestable, NotTestable}, {Expected, Passed, Expected}, {Warned, Failed, Failed},
	} {
		for _, parts := range [][]Part{
			{shardOf("x", "1/2", at("a", 1, c.a)), shardOf("y", "2/2", at("a", 1, c.b))},
			{shardOf("x", "1/2", at("a", 1, c.b)), shardOf("y", "2/2", at("a", 1, c.a))},
		} {
			run, results, gaps, err := Merge(parts)
			assert.NilError(t, err)
			assert.Check(t, len(gaps) == 0 && run.Planned == 1 && len(results) == 1)
			assert.Equal(t, results[0].Verdict, c.want)
		}
	}
}

func TestMergeFindsGaps(t *testing.T) {
	early := shardOf("early", "4/5", at("a", 1, Passed))
	early.Run.Planned = 3
	parts := []Part{early, shardOf("two", "2/5", at("a", 2, Passed))}
	run, _, gaps, err := Merge(parts)
	assert.NilError(t, err)
	assert.Equal(t, run.Planned, 4)
	assert.DeepEqual(t, gaps, []string{
		"shard 1/5 is missing", "shard 3/5 is missing", "shard 4/5 ended early: early has 1 of 3 results", "shard 5/5 is missing",
	})
}

func TestMergeRefusesWhatIsNotOneRun(t *testing.T) {
	good := shardOf("good", "1/2")
	other := func(change func(*Run)) Part {
		p := shardOf("other", "2/2")
		change(&p.Run)
		return p
	}
	for want, part := range map[string]Part{
		"good and other are not of one run: the number of shards is 2, and 3":    other(func(r *Run) { r.Shard = "2/3" }),
		"good and other are not of one run: the version of mcpsim is v1, and v2": other(func(r *Run) { r.Mcpsim = "v2" }),
		"good and other are not of one run: the version of Go is , and go1":      other(func(r *Run) { r.Go = "go1" }),
		"good and other are not of one run: the world is virtual, and real":      other(func(r *Run) { r.World = "real" }),
		"good and other are not of one run: the seed is 0, and 7":                other(func(r *Run) { r.Seed = 7 }),
		"good and other are not of one run: the schedule seed is 0, and 7":       other(func(r *Run) { r.ScheduleSeed = 7 }),
		"good and other are both shard 1/2":                                      other(func(r *Run) { r.Shard = "1/2" }),
		"other has all results of its run: only those of --shard can be joined":  other(func(r *Run) { r.Shard = "" }),
		`other: "3/2" is no shard`:                                               other(func(r *Run) { r.Shard = "3/2" }),
		`other: "1/10001" is no shard`:                                           other(func(r *Run) { r.Shard = "1/10001" }),
		`other: "1/2x" is no shard`:                                              other(func(r *Run) { r.Shard = "1/2x" }),
	} {
		parts := []Part{good, part}
		_, _, _, err := Merge(parts)
		assert.Check(t, is.Error(err, want))
		slices.Reverse(parts)
		_, _, _, err = Merge(parts)
		assert.Check(t, is.Error(err, want), "the other way round")
	}
	_, _, _, err := Merge(nil)
	assert.Check(t, is.Error(err, "there are no results"))
	_, results, gaps, err := Merge([]Part{shardOf("all", "", at("a", 1, Passed))})
	assert.NilError(t, err)
	assert.Check(t, len(results) == 1 && len(gaps) == 0)
}
