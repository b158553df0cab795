package client

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// edited are the recordings of which each line is left out, and repeated, one at a time: those
// of which a step says much.
var edited = []string{
	"a-lost-session-that-goes-on", "asked-and-answered-well", "cancelled-call", "login", "modern-headers", "modern-rounds", "modern-task", "pages", "streams",
}

// TestEditedReadings: what a step says otherwise where a line of a recording is missing, or comes
// again, is a page. Only steps that decide something of the whole recording are asked.
func TestEditedReadings(t *testing.T) {
	v, err := gherkin.NewVocabulary(Vocabulary())
	assert.NilError(t, err)
	page := judgetest.OpenPage(t, "edits.golden", edited)
	for _, name := range edited {
		text, err := os.ReadFile("testdata/readings/" + name + ".run")
		assert.NilError(t, err)
		whole, steps := map[string]string{}, []string{}
		for step, line := range says(t, v, string(text)) {
			if whole[step] = line; !strings.HasPrefix(line, step+": "+string(reports.NotObserved)) {
				steps = append(steps, step)
			}
		}
		var said strings.Builder
		lines := slices.Collect(strings.Lines(string(text)))
		for i, line := range lines {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "+") {
				continue
			}
			for what, edit := range []string{"", line + line} {
				heading := fmt.Sprintf("%s line %d, %s\n", []string{"without", "twice"}[what], i+1, clipped(line, 60))
				tape := recording(strings.Join(slices.Concat(lines[:i], []string{edit}, lines[i+1:]), ""))
				for _, step := range steps {
					r := read(t, v, tape, step)
					now := fmt.Sprintf("%s: %s: %s\n", step, r.Verdict, strings.ReplaceAll(r.Error, "\n", " "))
					if now != whole[step] {
						said.WriteString(heading + "  " + clipped(now, 200) + "\n")
						heading = ""
					}
				}
			}
		}
		page.Says(name, said.String(), t.Errorf)
	}
}

// clipped is the beginning of a line.
func clipped(line string, most int) string {
	runes := []rune(strings.TrimSpace(line))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
