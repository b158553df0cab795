package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// A server that no client can use is no success, whatever the level of the check that tells
// why: what builds on a session was not looked at.
func TestServerThatNoClientCanUseFails(t *testing.T) {
	for name, c := range map[string]struct {
		endpoint, check string
		code            int
		text            string
	}{
		"another origin":            {"http://127.0.0.1:1/messages", "", ui.ExitUnreachable, "no client can use the server: the endpoint is of another origin"},
		"another origin, one check": {"http://127.0.0.1:1/messages", "OLD-03", ui.ExitUnreachable, "no client can use the server"},
		"too long to be read":       {"/" + strings.Repeat("y", 17<<20), "", ui.ExitNothing, "no check could be decided"},
		"none":                      {"", "", ui.ExitFailed, "FAIL OLD-01"},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet {
					w.WriteHeader(http.StatusMethodNotAllowed)
					return
				}
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprintf(w, "event: endpoint\ndata: %s\n\n", c.endpoint)
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			}))
			t.Cleanup(s.Close)
			t.Cleanup(s.CloseClientConnections)
			args := []string{"validate", "--timeout", "3s"}
			if c.check != "" {
				args = append(args, "--check", c.check)
			}
			cmd := command(t, append(args, s.URL)...)
			out, _ := cmd.CombinedOutput()
			assert.Equal(t, cmd.ProcessState.ExitCode(), c.code, "%s", out)
			assert.Check(t, is.Contains(string(out), c.text))
		})
	}
}
