package session

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// Tools of a server whose names are the same in the session are told apart by their labels.
func TestToolsWithOneName(t *testing.T) {
	var tools []fakeserver.Tool
	lines := []string{"wait"}
	for _, name := range []string{"a", "A", "á", "\u202ea", "b"} {
		tools = append(tools, fakeserver.Tool{Name: name, Answer: fakeserver.Answer{Text: fmt.Sprintf("this is %+q", name)}})
		lines = append(lines, "call docs/"+name+" {}")
	}
	addr := web(t, fakeserver.Script{Tools: tools})
	d := newDesk(t, map[string]string{
		".omp/mcp.json":         configured(httpServer("docs", addr)),
		"~/.qwen/settings.json": configured(`"docs": {"httpUrl": "http://` + addr + `/mcp"}`),
	})
	for _, profile := range []string{"omp", "qwen"} {
		answers := d.run(t, strings.Join(lines, "\n"), "--profile", profile).answers(t)
		for i, tool := range tools {
			assert.Equal(t, answers[lines[i+1]]["text"], fmt.Sprintf("this is %+q", tool.Name), profile)
		}
	}
}
