package steps

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

// splitNames reads "a, b": names separated by commas.
func splitNames(text string) []string {
	var names []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			names = append(names, part)
		}
	}
	return names
}

// says reports whether a text contains a part in whole words: what follows it is space,
// punctuation or nothing.
func says(text, part string) bool {
	for rest, found := text, true; found; {
		if _, rest, found = strings.Cut(rest, part); found && endsWord(part, rest) {
			return true
		}
	}
	return false
}

// endsWord reports whether the last word of a part is over where the rest begins.
func endsWord(part, rest string) bool {
	const over = " \n\t.,:;!?()[]{}<>/\"'`|=&"
	return rest == "" || part == "" || strings.Contains(over, part[len(part)-1:]) || strings.Contains(over, rest[:1])
}

var nameRange = words.Pattern(`^(.*?)(\d+)\.\.(.*?)(\d+)$`)

// expandNames reads names in which "s1..s20" stands for twenty of them.
func expandNames(text string) []string {
	var names []string
	for _, name := range splitNames(text) {
		m := nameRange().FindStringSubmatch(name)
		if m == nil || m[1] != m[3] {
			names = append(names, name)
			continue
		}
		first, _ := strconv.Atoi(m[2])
		last, _ := strconv.Atoi(m[4])
		for i := first; i <= last; i++ {
			names = append(names, fmt.Sprintf("%s%0*d", m[1], len(m[2]), i))
		}
	}
	return names
}

// parseTimes reads "0ms, 500ms, 1.5s".
func parseTimes(text string) ([]time.Duration, error) {
	var times []time.Duration
	for _, part := range splitNames(text) {
		d, err := time.ParseDuration(part)
		if err != nil {
			return nil, err
		}
		times = append(times, d)
	}
	return times, nil
}

// rows reads a table with a header into maps, refusing unknown columns.
func rows(t *gherkin.Table, columns ...string) ([]map[string]string, error) {
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("the table is empty; its columns can be %s", strings.Join(columns, ", "))
	}
	var header []string
	for _, cell := range t.Rows[0].Cells {
		if !contains(columns, cell.Value) {
			return nil, fmt.Errorf("unknown column %q; the columns are %s", cell.Value, strings.Join(columns, ", "))
		}
		header = append(header, cell.Value)
	}
	var out []map[string]string
	for _, r := range t.Rows[1:] {
		row := map[string]string{}
		for i, cell := range r.Cells {
			row[header[i]] = cell.Value
		}
		out = append(out, row)
	}
	return out, nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// parseSwitch reads true, false or "not set", which is nil.
func parseSwitch(text string) (*bool, error) {
	if text == "not set" {
		return nil, nil
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		return nil, fmt.Errorf("this can be true, false or not set, not %q", text)
	}
	return &on, nil
}

// same compares what is with what a feature says, with a diff for people.
func same[T any](what string, got, want T) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("%s differs (- expected, + found):\n%s", what, diff)
	}
	return nil
}

// sameTable compares rows with a table, which has all or some of the columns.
func sameTable(what string, t *gherkin.Table, got []map[string]string, columns ...string) error {
	want, err := rows(t, columns...)
	if err != nil {
		return err
	}
	return same(what, pick(got, want), want)
}

// pick keeps the given columns of each row, so that only what a table mentions
// is compared.
func pick(all []map[string]string, like []map[string]string) []map[string]string {
	if len(like) == 0 {
		return all
	}
	out := make([]map[string]string, len(all))
	for i, row := range all {
		out[i] = map[string]string{}
		for column := range like[0] {
			out[i][column] = row[column]
		}
	}
	return out
}
