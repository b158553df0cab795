package outside

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// shortestSecret is the length in bytes from which a configured value is taken
// for a secret. Hiding shorter ones would hide every "1" and "on" in a text and
// tell the reader what they are.
const shortestSecret = 4

// shortestToken is the length from which a segment of a URL's path is taken for
// a token, as in config.MaskURL.
const shortestToken = 20

// reference matches a value that only names a variable.
var reference = regexp.MustCompile(`^\$\{\w+\}$`)

// Secrets lists what must never be shown of these definitions: the values of
// variables and headers, as written and as used, and what URLs hold beside the
// address.
func Secrets(servers []config.Server, env config.Lookup) []string {
	var out []string
	add := func(value string) {
		if len(value) >= shortestSecret && value != "true" && value != "false" && !reference.MatchString(value) {
			out = append(out, value)
		}
	}
	for _, s := range servers {
		expanded, _ := config.Expand(s, env)
		resolved, _ := config.Resolve(expanded, env, nil)
		for _, form := range []config.Server{s, expanded, resolved} {
			for _, value := range form.Env {
				add(value)
			}
			for _, value := range form.Headers {
				add(value)
				add(Credential(value))
			}
			secretsOfURL(form.URL, add)
		}
	}
	return out
}

// Credential is a header's value without its scheme: "Bearer abc" is "abc".
func Credential(value string) string {
	_, rest, _ := strings.Cut(value, " ")
	return strings.TrimSpace(rest)
}

func secretsOfURL(raw string, add func(string)) {
	u, err := url.Parse(raw)
	if err != nil || raw == "" {
		return
	}
	if u.User != nil {
		password, _ := u.User.Password()
		add(password)
		add(u.User.Username())
	}
	for _, values := range u.Query() {
		for _, value := range values {
			add(value)
		}
	}
	add(u.Fragment)
	for segment := range strings.SplitSeq(u.Path, "/") {
		if len(segment) >= shortestToken {
			add(segment)
		}
	}
}
