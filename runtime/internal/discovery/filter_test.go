package discovery

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestFilters(t *testing.T) { // F-13, F-14
	stdio := func(name, command string, args ...string) config.Server {
		return config.Server{Name: name, Command: command, Args: args}
	}
	remote := func(name, url string) config.Server { return config.Server{Name: name, Type: config.SSE, URL: url} }
	for _, c := range []struct {
		server       config.Server
		exa, browser bool
	}{
		{stdio("docs", "c"), false, false},
		{stdio("EXA", "c"), true, false},
		{stdio("exa2", "c"), false, false},
		{remote("exa", "http://x.test"), true, false},
		{remote("a", "https://MCP.EXA.AI/x"), true, false},
		{remote("a", "https://exa.ai/x"), false, false},
		{stdio("a", "c", "-y", "https://mcp.Exa.ai/x"), true, false},
		{config.Server{Name: "a", Command: "c", URL: "https://mcp.exa.ai"}, false, false},
		{stdio("Browser-Use", "c"), false, true},
		{stdio("browsers", "c"), false, false},
		{stdio("a", "/x/MCP-browser-use.exe"), false, true},
		{stdio("a", "npx", "@AgentDeskAI/browser-tools-mcp@1"), false, true},
		{stdio("a", "npx", "browser-use.com"), false, false},
		{remote("a", "https://api.Browser-Use.com/mcp"), false, true},
		{remote("a", "https://x.test/@playwright/mcp"), false, false},
	} {
		assert.Equal(t, isExa(c.server), c.exa, "%s", c.server)
		assert.Equal(t, isBrowser(c.server), c.browser, "%s", c.server)
	}
}

func TestEveryBrowserWordCounts(t *testing.T) {
	for _, name := range browser.names {
		assert.Assert(t, isBrowser(config.Server{Name: name, Command: "c"}), name)
	}
	for _, word := range browser.words {
		assert.Assert(t, isBrowser(config.Server{Name: "a", Command: "c", Args: []string{"x" + word + "y"}}), word)
	}
	for _, host := range browser.hosts {
		assert.Assert(t, isBrowser(config.Server{Name: "a", Type: config.HTTP, URL: "https://x." + host + "/"}), host)
	}
}

func TestExaKey(t *testing.T) { // F-13
	env := map[string]string{exaKeyVariable: "env"}
	for _, c := range []struct {
		server config.Server
		want   string
	}{
		{config.Server{}, ""},
		{config.Server{URL: "https://x/?a=1&exaApiKey=url&b=2", Args: []string{"exaApiKey=arg"}, Env: env}, "url"},
		{config.Server{Args: []string{"x", "exaApiKey=arg more"}, Env: env}, "arg"},
		{config.Server{Env: env}, "env"},
		{config.Server{URL: "https://x/?exaApiKey=", Env: env}, "env"},
		{config.Server{URL: "https://x/?exaApiKey=${K}", Args: []string{"exaApiKey=${K}"}, Env: map[string]string{exaKeyVariable: "${K}"}}, ""},
	} {
		assert.Equal(t, exaKey(c.server), c.want)
	}
}
