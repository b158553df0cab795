package probe

import (
	"fmt"
	"html"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// trace are the lines of a stack trace, and what runtimes write behind one.
var trace = words.Pattern(`^(\s+at |\s+File "|\t|\s*\^+|goroutine \d+ |exit status |Node\.js v|Bun v|stack backtrace:|\s+\d+: |note: run with |\s*\.\.\. \d+ more|created by |[\w./*()]+\(.*\)$|\s*$)`)

// exception is a line that names one.
var exception = words.Pattern(`^(?:Uncaught |Exception in thread .*? |Caused by: |thread '.*' panicked at |[\w.$]*(?:Error|Exception)\b|panic: |fatal error: |fatal: |Error: )`)

// lastLines is how many lines of a stderr are told.
const lastLines = 3

// lastWords are the lines of a stderr that say why a process has ended: from the last
// exception on, or else the last ones, without stack traces.
func lastWords(stderr string) string {
	var lines []string
	for l := range strings.Lines(stderr) {
		l = strings.TrimRight(l, "\r\n")
		if exception().MatchString(l) {
			lines = nil
		}
		if !trace().MatchString(l) {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return stderr
	}
	if exception().MatchString(lines[0]) {
		return strings.Join(lines[:min(len(lines), lastLines)], "\n")
	}
	return strings.Join(lines[max(0, len(lines)-lastLines):], "\n")
}

// QuoteEnd is [Quote] for a text whose end says most.
func QuoteEnd(text string) string {
	const shown = 400
	if len(text) > shown {
		return fmt.Sprintf("…%q", strings.ToValidUTF8(text[len(text)-shown:], ""))
	}
	return fmt.Sprintf("%q", text)
}

// unread is what browsers do not show of a page as text, and tags.
var unread = words.Pattern(`(?is)<(title|style|script)\b.*?</(title|style|script)>|<[^>]*>`)

// pageRead is how many bytes of a page are looked at.
const pageRead = 64 << 10

// readable is a body for a person: of a page of HTML, as frameworks show errors, what a browser
// would show, if it would show something.
func readable(contentType string, body []byte) []byte {
	if contentType != "text/html" {
		return body
	}
	text := html.UnescapeString(unread().ReplaceAllString(string(body[:min(len(body), pageRead)]), " "))
	if shown := strings.Join(strings.Fields(text), " "); shown != "" {
		return []byte(shown)
	}
	return body // a script fills the page
}
