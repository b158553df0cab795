package mutate

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// row counts the results of a package or an operator.
type row struct{ mutants, features, unreached, tests, survived, explained int }

func (r *row) add(result Result, explained bool) {
	r.mutants++
	switch {
	case result.Features.dead():
		r.features++
	case result.Features == Unreached:
		r.unreached++
	}
	if result.Tests.dead() {
		r.tests++
	}
	if result.Survived() {
		r.survived++
		if explained {
			r.explained++
		}
	}
}

// percent is of those that are not explained.
func (r *row) percent(n int) string {
	if r.mutants == r.explained {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(r.mutants-r.explained))
}

// Report writes tables of results, and the mutants that the features do not notice.
func Report(w io.Writer, results []Result, explained Explained) {
	results = slices.Clone(results)
	slices.SortFunc(results, func(a, b Result) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	table(w, "package", results, explained, func(r Result) string { return r.Package() })
	table(w, "operator", results, explained, func(r Result) string { return r.Operator })
	list(w, "Survived", results, func(r Result) bool { return r.Survived() && explained[r.ID].Why == "" })
	list(w, "Tests notice, no feature executes it", results, func(r Result) bool { return r.Features == Unreached && r.Tests.dead() })
	list(w, "Tests notice, features do not", results, func(r Result) bool { return r.Features == Survived && r.Tests.dead() })
	list(w, "Explained", results, func(r Result) bool { return r.Survived() && explained[r.ID].Why != "" })
}

func table(w io.Writer, what string, results []Result, explained Explained, key func(Result) string) {
	total, rows := &row{}, map[string]*row{}
	for _, r := range results {
		k := key(r)
		if rows[k] == nil {
			rows[k] = &row{}
		}
		rows[k].add(r, explained[r.ID].Why != "")
		total.add(r, explained[r.ID].Why != "")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "%s\tmutants\tkilled by features\tnot reached\tkilled by tests only\tsurvived\texplained\tfeatures\tboth\n", what)
	line := func(name string, r *row) {
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", name, r.mutants, r.features, r.unreached, r.tests,
			r.survived, r.explained, r.percent(r.features), r.percent(r.features+r.tests))
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		line(name, rows[name])
	}
	line("all", total)
	_ = t.Flush()
	_, _ = fmt.Fprintln(w)
}

func list(w io.Writer, title string, results []Result, which func(Result) bool) {
	first, folder := true, ""
	for _, r := range results {
		if !which(r) {
			continue
		}
		if first {
			_, _ = fmt.Fprintf(w, "%s\n", title)
		}
		if first || r.Package() != folder {
			_, _ = fmt.Fprintf(w, "  %s\n", r.Package())
		}
		first, folder = false, r.Package()
		_, _ = fmt.Fprintf(w, "    %s:%d %s", r.File, r.Line, r.ID)
		if r.Features == Unreached {
			_, _ = fmt.Fprint(w, " (not reached by the features)")
		}
		if r.Tests.dead() {
			_, _ = fmt.Fprintf(w, " — %s", r.By)
		}
		if r.Left != "" {
			_, _ = fmt.Fprintf(w, " (not judged by %s)", r.Left)
		}
		_, _ = fmt.Fprintln(w)
	}
	if !first {
		_, _ = fmt.Fprintln(w)
	}
}
