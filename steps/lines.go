package steps

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

// checkLines compares what a process read from stdin, whatever it is.
func (s *server) checkLines(want *gherkin.DocString) error {
	var got []string
	for _, e := range s.journal() {
		if e.Direction != fakeserver.Received || e.Kind != fakeserver.KindMessage && e.Kind != fakeserver.KindRaw {
			continue
		}
		line := strings.TrimSuffix(e.Raw, "\n")
		if e.Kind == fakeserver.KindMessage && e.Method != "" && e.ID != "" {
			line = strings.Replace(line, e.ID, "<id>", 1)
		}
		got = append(got, line)
	}
	return same("the lines that "+s.name+" read", got, strings.Split(want.Content, "\n"))
}

// checkNumbered looks at the numbers in the parameters of notifications.
func (s *server) checkNumbered(method string, n int) error {
	all := s.arrived(method)
	for i, a := range all {
		var m struct{ Params struct{ Number int } }
		if err := json.Unmarshal([]byte(a.Raw), &m); err != nil {
			return fmt.Errorf("reading %s: %s.w", method, err)
		}
		if m.Params.Number != i+1 {
			return fmt.Errorf("%s number %d has the number %d", method, i+1, m.Params.Number)
		}
	}
	return same(fmt.Sprintf("how often %s received %s", s.name, method), len(all), n)
}

var idOf = words.Pattern(`<id of "([^"]+)" number (\d+) to server "([^"]+)">`)

// insertIDs replaces <id of "M" number N to server "S"> by the token of that
// request.
func (w *World) insertIDs(text string) (string, error) {
	var failure error
	filled := idOf().ReplaceAllStringFunc(text, func(match string) string {
		m := idOf().FindStringSubmatch(match)
		n, _ := strconv.Atoi(m[2])
		a := arrival{}
		s, err := w.server(m[3])
		if err == nil {
			a, err = nthArrival(m[1], n, s)
		}
		if err != nil {
			failure = err
		}
		return a.ID
	})
	return filled, failure
}
