package server_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// flooding is a server that says something 15,000 times once it was greeted.
func flooding(what, check string) subject {
	return subject{check: check, line: func(line string) (string, bool) {
		return strings.Repeat(what+"\n", 15_000), strings.Contains(line, "notifications/initialized")
	}}
}

// Nothing is judged by a part: no check passes or fails because of what a flood left
// no room for.
func TestFloodsAreReported(t *testing.T) {
	for name, what := range map[string]string{
		"notifications": `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`,
		"pings":         `{"jsonrpc":"2.0","id":"p","method":"ping"}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, results := flooding(what, "PING-01").validate(t)
			for _, r := range results {
				assert.Equal(t, r.Verdict, reports.NotObserved, r.Error)
				assert.Assert(t, strings.Contains(r.Error, "the server floods its client: "), r.Error)
			}
		})
	}
}

func TestListsThatAreTooMuchAreNotJudged(t *testing.T) {
	tools := strings.TrimSuffix(strings.Repeat(`{"name":"t","inputSchema":{"type":"object"}},`, 10_001), ",")
	for name, c := range map[string]struct{ page, want string }{
		"many items":  {`"tools":[` + tools + `]`, "more than 10000 items"},
		"long cursor": {fmt.Sprintf(`"tools":[],"nextCursor":"%s"`, strings.Repeat("c", 64<<10)), "at most 65536 are sent back"},
		"large pages": {fmt.Sprintf(`"tools":[{"name":"t","description":"%s","inputSchema":{}}],"nextCursor":"c"`, strings.Repeat("x", 9<<20)), "which is not read"},
	} {
		t.Run(name, func(t *testing.T) {
			s := subject{check: "TOOL-01", line: func(line string) (string, bool) {
				_, rest, _ := strings.Cut(line, `"id":`)
				id, _, _ := strings.Cut(rest, ",")
				return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{%s}}`, id, c.page) + "\n", strings.Contains(line, "tools/list")
			}}
			_, results := s.validate(t)
			for _, r := range results[:1] { // which reads the list; the other one looks at each page
				assert.Equal(t, r.Verdict, reports.NotObserved, r.Error)
				assert.Assert(t, strings.Contains(r.Error, c.want), r.Error)
			}
		})
	}
}
