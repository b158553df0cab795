package redact

import (
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/words"
)

// What of a value is worth something by itself, and how much of one is looked at, in bytes.
const (
	shortestPart = 8
	mostParted   = 64 << 10
	mostNested   = 4
)

var (
	// assignment matches name=value and "name": value, as in cookies, connection strings and
	// credentials.
	assignment = words.Pattern(`([\w.-]+)["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s;,&]+))`)
	// userinfo matches what a URL, or the name of a data source, has before its host.
	userinfo = words.Pattern(`(?:^|//)([^\s:/@,]*):([^\s@/,]+)@`)
	secretly = words.Pattern(`(?i)auth|cookie|token|secret|pass|pwd|key|credential|signature|session`)
	digit    = words.Pattern(`[0-9]`)
	letter   = words.Pattern(`[A-Za-z]`)
	// word is a plain one, such as the tag of an image, node:stable: it would be hidden everywhere.
	word  = words.Pattern(`^[a-z]+$`)
	dense = words.Pattern(`^[A-Za-z0-9_+=~-]{8,}$|^[A-Za-z0-9_+=~.-]{20,}$`)
)

// Parts are the parts of a secret that a server may say alone: lines of a key, the password
// of user:password, of a URL or of a connection string, members of JSON that are named like
// secrets, cookies, one token of several, also if they are in base64. The value itself is none
// of them.
func Parts(secret string) []string {
	p := parts{}
	if len(secret) <= mostParted {
		p.look(secret, mostNested)
	}
	return p.found
}

// Credential is a header's value without its scheme: "Bearer abc" is "abc".
func Credential(value string) string {
	if i := strings.IndexAny(value, " \t"); i >= 0 {
		return strings.TrimSpace(value[i:])
	}
	return ""
}

type parts struct{ found []string }

func (p *parts) add(part string, depth int) {
	if part = strings.TrimSpace(part); len(part) < Shortest || !utf8.ValidString(part) {
		return
	}
	p.found = append(p.found, part)
	p.look(part, depth)
}

func (p *parts) look(text string, depth int) {
	if depth == 0 {
		return
	}
	depth--
	var value any
	if strings.ContainsAny(text, "{[") && json.Unmarshal([]byte(text), &value) == nil {
		p.members("", value, depth)
		return
	}
	p.lines(text)
	p.userinfo(text, depth)
	for _, found := range assignment().FindAllStringSubmatch(text, -1) {
		if value := found[2] + found[3] + found[4]; secretly().MatchString(found[1]) || token(value) {
			p.add(value, depth)
		}
	}
	if said, err := unbase64(text); err == nil && len(text) >= shortestPart && readable(said) {
		p.add(string(said), depth)
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;| \t\r\n", r) }) {
		if part != text && token(part) {
			p.add(part, depth)
		}
	}
}

// lines are those of a key in several. What frames it, such as BEGIN, is none.
func (p *parts) lines(text string) {
	if !strings.Contains(text, "\n") {
		return
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); len(line) >= shortestPart && !strings.HasPrefix(line, "--") {
			p.found = append(p.found, line)
		}
	}
}

func (p *parts) userinfo(text string, depth int) {
	for _, found := range userinfo().FindAllStringSubmatch(text, -1) {
		for _, part := range found[1:] {
			p.add(part, 1)
			if said, err := url.PathUnescape(part); err == nil && said != part {
				p.add(said, 1)
			}
		}
	}
	if _, password, ok := strings.Cut(text, ":"); ok && !strings.ContainsAny(text, ` /\@{=,`+"\n") && letter().MatchString(password) && !word().MatchString(password) {
		p.add(password, depth)
	}
}

// members are the strings in JSON, if their names or they themselves are like secrets.
func (p *parts) members(name string, value any, depth int) {
	switch value := value.(type) {
	case string:
		if secretly().MatchString(name) || token(value) {
			p.add(value, depth)
		}
	case []any:
		for _, one := range value {
			p.members(name, one, depth)
		}
	case map[string]any:
		for name, one := range value {
			p.members(name, one, depth)
		}
	}
}

// readable reports whether bytes are a text of several parts, in ASCII.
func readable(bytes []byte) bool {
	for _, c := range bytes {
		if c >= 0x7f || c < ' ' && c != '\n' {
			return false
		}
	}
	return strings.ContainsAny(string(bytes), ":{=")
}

// token reports whether a text looks like a token: one word, with letters and digits.
func token(text string) bool {
	return dense().MatchString(text) && digit().MatchString(text) && letter().MatchString(text)
}
