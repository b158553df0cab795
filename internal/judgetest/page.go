package judgetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

// Page is what checks say of subjects, each of which is one test: testdata/NAME, which
// go test -update writes. It may be used by parallel tests.
type Page struct {
	pinned map[string]string // by subject

	mu    sync.Mutex
	heard map[string]string
}

// OpenPage reads a page of subjects. What it has of any other fails the test, and is gone
// when the page is written, after t and its subtests.
func OpenPage(t *testing.T, name string, subjects []string) *Page {
	t.Helper()
	file := filepath.Join("testdata", name)
	p := &Page{pinned: readPage(t, name), heard: map[string]string{}}
	if golden.FlagUpdate() {
		t.Cleanup(func() { assert.Check(t, os.WriteFile(file, []byte(p.text(subjects)), 0o644)) })
		return p
	}
	for subject := range p.pinned {
		assert.Check(t, slices.Contains(subjects, subject), "%s has %q, which is no subject: go test -update", file, subject)
	}
	return p
}

const reasonIndent = "    "

func readPage(t *testing.T, name string) map[string]string {
	t.Helper()
	if _, err := os.Stat(filepath.Join("testdata", name)); os.IsNotExist(err) && golden.FlagUpdate() {
		return nil
	}
	data := golden.Get(t, name)
	pinned, subject := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		if reason, ok := strings.CutPrefix(line, reasonIndent); ok {
			pinned[subject] += reason
		} else {
			subject = strings.TrimSuffix(line, "\n")
			pinned[subject] = ""
		}
	}
	return pinned
}

// Says is one problem unless the page has of a subject what checks say of it now.
func (p *Page) Says(subject, reasons string, problem func(string, ...any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard[subject] = reasons
	if reasons != p.pinned[subject] && !golden.FlagUpdate() {
		problem("it says something else than the page (-update accepts it):\n%sand not\n%s", reasons, p.pinned[subject])
	}
}

// text is the page, with what is not heard now as it was.
func (p *Page) text(subjects []string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out strings.Builder
	for _, subject := range slices.Sorted(slices.Values(subjects)) {
		reasons, now := p.heard[subject]
		if !now {
			reasons = p.pinned[subject]
		}
		if reasons == "" {
			continue
		}
		out.WriteString(subject + "\n")
		for line := range strings.Lines(reasons) {
			out.WriteString(reasonIndent + line)
		}
	}
	return out.String()
}

// counted is what a reason has of numbers that count messages, calls, or the bytes of
// their ids, or the ports of a test: any message more before changes them.
var counted = regexp.MustCompile(`(\\?"(?:id|requestId)\\?":) ?(?:[0-9]+|\\?"[A-Za-z]?[0-9]+\\?")|\b1[0-9]{3}\b| \([0-9]+ bytes\)| \(and [0-9]+ more like it in the whole run\)|\bmcpsim-[0-9]+\b|0x[0-9a-f]{6,}|\bprobe:[0-9]+|\banswers [1-9][0-9]* came|"[0-9a-f]{1,4}-[0-9]+"`)

// Uncounted is a text without such numbers.
func Uncounted(text string) string { return counted.ReplaceAllString(text, "$1…") }

// Findings are what the failed and warned ones of some results say, a line or more for each
// that says something else, with the name of its example and without the numbers of messages.
func Findings(results []reports.Result, which func(reports.Result) bool) string {
	return said(results, func(r reports.Result) bool {
		return which(r) && (r.Verdict == reports.Failed || r.Verdict == reports.Warned)
	})
}

// Unjudged is the same of the checks that neither passed nor found anything, without the
// lines of another text, such as what is said of a usual subject.
func Unjudged(results []reports.Result, but string) string {
	all := said(results, func(r reports.Result) bool {
		return r.Verdict != reports.Passed && r.Verdict != reports.Failed && r.Verdict != reports.Warned
	})
	var out strings.Builder
	for line := range strings.Lines(all) {
		if !strings.Contains("\n"+but, "\n"+line) {
			out.WriteString(line)
		}
	}
	return out.String()
}

func said(results []reports.Result, which func(reports.Result) bool) string {
	var lines []string
	for _, r := range results {
		if !which(r) {
			continue
		}
		reason := Uncounted(strings.ReplaceAll(r.Error, "\n", "\n"+reasonIndent))
		if line := fmt.Sprintf("%s %s, %s: %s\n", r.Verdict, r.Rule.IDs[0], r.Name, reason); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines) // checks run side by side
	return strings.Join(lines, "")
}

// Of are results of a check.
func Of(id string) func(reports.Result) bool {
	return func(r reports.Result) bool { return slices.Contains(r.Rule.IDs, id) }
}

// Usual is what is said of the subject without a defect over each transport, said once for
// all tests that compare with it. The zero value is ready, and many tests may use it.
type Usual struct {
	mu   sync.Mutex
	said map[string]string
}

// Over returns what is said over a transport; say finds out for who asks first.
func (u *Usual) Over(transport string, say func() string) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, done := u.said[transport]; !done {
		if u.said == nil {
			u.said = map[string]string{}
		}
		u.said[transport] = say()
	}
	return u.said[transport]
}
