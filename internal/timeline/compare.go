package timeline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// compare finds the first event in which two stories differ, -1 if none does, and marks the
// events of each that the other has no like of.
func compare(a, b *Story) (first int) {
	first = -1
	x, y := keys(a), keys(b)
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			first = i
			break
		}
	}
	if first >= 0 {
		mark(a, x, y, first)
		mark(b, y, x, first)
	}
	return first
}

// mark marks the events of a story from the first difference on whose keys the other story
// has not as often.
func mark(s *Story, own, other []string, first int) {
	left := map[string]int{}
	for _, key := range other[min(first, len(other)):] {
		left[key]++
	}
	for i := first; i < len(own); i++ {
		left[own[i]]--
		s.Events[i].Differs = left[own[i]] < 0
	}
}

// keys are what must be the same in events that are alike. Ids of requests are numbered as
// they come, and a moment counts only in virtual time, where it is no accident.
func keys(s *Story) []string {
	virtual := slices.Contains(s.Facts, Fact{"world", virtualWorld})
	ids := numbers{}
	out := make([]string, len(s.Events))
	for i, e := range s.Events {
		at := int64(0)
		if virtual {
			at = e.At / 1e6
		}
		body := []string{e.Kind, s.Lanes[e.Lane].Name, e.Err}
		for _, f := range e.Facts {
			if f.Name == "id" {
				f.Value = ids.number(f.Value)
			}
			body = append(body, f.Value)
		}
		raw := idMember.ReplaceAllStringFunc(e.Raw, ids.number)
		out[i] = fmt.Sprintf("%d %q %q %q", at, body, raw, e.Base64)
	}
	return out
}

// idMember is the member of a message that holds its id.
var idMember = regexp.MustCompile(`"id"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[0-9.eE+-]+)`)

// numbers are ids in the order in which they first came.
type numbers map[string]int

func (n numbers) number(id string) string {
	id = strings.TrimLeft(strings.TrimPrefix(id, `"id"`), ": \t")
	if n[id] == 0 {
		n[id] = len(n) + 1
	}
	return fmt.Sprintf("#%d", n[id])
}
