package discovery

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// pattern recognises servers of a kind. All words are lower case, and case does
// not count.
type pattern struct {
	names []string // the whole name
	words []string // part of the command or of an argument, stdio only
	hosts []string // part of the URL, http and sse only
}

// The patterns of the documented filters (F-13, F-14).
var (
	exa = pattern{
		names: []string{"exa"},
		words: []string{"mcp.exa.ai"},
		hosts: []string{"mcp.exa.ai"},
	}
	browser = pattern{
		names: []string{"puppeteer", "playwright", "browserbase", "browser-tools", "browser-use", "browser"},
		words: []string{
			"@modelcontextprotocol/server-puppeteer", "@playwright/mcp", "@browserbasehq/mcp-server-browserbase",
			"@agentdeskai/browser-tools-mcp", "@agent-infra/mcp-server-browser", "puppeteer-mcp", "playwright-mcp",
			"pptr-mcp", "browser-use-mcp", "mcp-browser-use",
		},
		hosts: []string{"browserbase.com", "browser-use.com"},
	}
)

func isExa(s config.Server) bool     { return exa.matches(s) }
func isBrowser(s config.Server) bool { return browser.matches(s) }

func (p pattern) matches(s config.Server) bool {
	if slices.Contains(p.names, strings.ToLower(s.Name)) {
		return true
	}
	if s.Transport() != config.Stdio {
		return containsAny(s.URL, p.hosts)
	}
	return containsAny(s.Command, p.words) ||
		slices.ContainsFunc(s.Args, func(arg string) bool { return containsAny(arg, p.words) })
}

func containsAny(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// exaKeyParameter is the key in a URL or an argument (F-13).
var exaKeyParameter = regexp.MustCompile(`exaApiKey=([^&\s]+)`)

// exaKeyVariable is the variable that holds the key of a server over stdio.
const exaKeyVariable = "EXA_API_KEY"

// exaKey is the key that an Exa server was given: in its URL, else in an
// argument, else in its environment (F-13). A placeholder whose variable is not
// set is no key.
func exaKey(s config.Server) string {
	for _, text := range append([]string{s.URL}, s.Args...) {
		m := exaKeyParameter.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if key := m[1]; !strings.Contains(key, "${") {
			return key
		}
	}
	if key := s.Env[exaKeyVariable]; !strings.Contains(key, "${") {
		return key
	}
	return ""
}
