package steps

import (
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// ailment is what a role says of its health from one question on.
type ailment struct {
	from   int64
	status string
}

func roomHealthSteps() []gherkin.Step {
	return gherkin.Noun("room server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `from question (\d+) for its health on, the (room server|operator) says that it is "([^"]*)"`,
			Manual:  "answers 200 and another status than healthy; the integration suite asks each role once before its scenarios",
			Example: `from question 2 for its health on, the operator says that it is "degraded"`, Func: (*room).ail},
	})
}

func (n *room) ail(from int, role, status string) error {
	if n.ailments == nil {
		n.ailments = map[string]ailment{}
	}
	n.ailments[role] = ailment{int64(from), status}
	return nil
}

// ailing is the interface of a role, ill if the scenario says so.
func (n *room) ailing(role string, h http.Handler) http.Handler {
	ill, ok := n.ailments[role]
	if !ok {
		return h
	}
	var asked atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/health" || asked.Add(1) < ill.from {
			h.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, fmt.Sprintf(`{"status":%q}`, ill.status))
	})
}
