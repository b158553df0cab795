package login

import (
	"slices"
	"strings"
)

// Challenge is what a server says with 401 or 403 about the token that it wants.
type Challenge struct {
	Metadata string   // URL of the protected resource metadata; empty: not told
	Scopes   []string // nil: not told
	Error    string   // error code of RFC 6750; empty: none
}

// insufficientScope is the error code of a token that is good, but not for this (OAC-30).
const insufficientScope = "insufficient_scope"

// ReadChallenge finds the Bearer challenge among the values of WWW-Authenticate (OAC-03):
// the first one that names metadata, else the first one. found is false if there is none.
func ReadChallenge(values []string) (c Challenge, found bool) {
	for _, value := range values {
		for _, params := range bearers(value) {
			read := Challenge{Metadata: params["resource_metadata"], Error: params["error"]}
			if scope, ok := params["scope"]; ok {
				read.Scopes = scopesOf(scope)
			}
			if !found || c.Metadata == "" && read.Metadata != "" {
				c, found = read, true
			}
		}
	}
	return c, found
}

// Wanted are the scopes that a challenge of 403 says are missing; nil: that is not what it
// says (OAC-33).
func Wanted(challenges []string) []string {
	if c, _ := ReadChallenge(challenges); c.Error == insufficientScope {
		return c.Scopes
	}
	return nil
}

// scopesOf takes a list of scopes apart; each comes once. An empty list is nil.
func scopesOf(text string) (scopes []string) { return union(nil, strings.Fields(text)) }

// union is a followed by what else is in b. It takes as long as they are: a server may list
// very many.
func union(a, b []string) []string {
	out := slices.Clone(a)
	known := make(map[string]bool, len(a))
	for _, scope := range a {
		known[scope] = true
	}
	for _, scope := range b {
		if !known[scope] {
			out, known[scope] = append(out, scope), true
		}
	}
	return out
}

// bearers are the parameters of the Bearer challenges in one header. A parameter counts
// where it comes first.
func bearers(value string) (all []map[string]string) {
	var params map[string]string // of the challenge at hand
	for rest := value; ; {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			return all
		}
		word, after := cutWord(rest)
		if name, text, next, ok := parameter(word, after); ok {
			if _, again := params[name]; params != nil && !again {
				params[name] = text
			}
			rest = next
			continue
		}
		params, rest = nil, after
		if strings.EqualFold(word, "Bearer") {
			params = map[string]string{}
			all = append(all, params)
		}
		if word == "" { // a stray character
			rest = rest[1:]
		}
	}
}

// cutWord cuts what comes before white space, a comma, an equals sign or a quote.
func cutWord(text string) (word, after string) {
	end := strings.IndexAny(text, " \t,=\"")
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}

// parameter reads "=value" after a name. What ends in "=", as encoded data does, is none.
func parameter(name, after string) (lower, value, rest string, ok bool) {
	after = strings.TrimLeft(after, " \t")
	text, found := strings.CutPrefix(after, "=")
	text = strings.TrimLeft(text, " \t")
	if !found || name == "" || text == "" || text[0] == '=' || text[0] == ',' {
		return "", "", "", false
	}
	if text[0] == '"' {
		value, rest = quoted(text[1:])
	} else {
		value, rest = cutWord(text)
	}
	return strings.ToLower(name), value, rest, true
}

// quoted reads a quoted string after its first quote; one without an end goes to the end.
func quoted(text string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:]
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}
