package recording

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/config"
)

var (
	// secretName matches names of headers, of parameters and of variables whose values are
	// secrets.
	secretName = regexp.MustCompile(`(?i)auth|cookie|token|secret|passw|pwd|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential`)
	// secretMember matches members of JSON and of forms whose values are secrets.
	secretMember = regexp.MustCompile(`"(?:access_token|refresh_token|id_token|client_secret|code_verifier|password|api_?[kK]ey)"\s*:\s*"((?:[^"\\]|\\.)+)"` +
		`|(?:^|&)(?:access_token|refresh_token|client_secret|code_verifier|code|password)=([^&\s]+)`)
)

// SecretName reports whether what has this name holds a secret. PWD and OLDPWD hold
// directories, which the paths of commands begin with.
func SecretName(name string) bool {
	return secretName.MatchString(name) && name != "PWD" && name != "OLDPWD"
}

// mostSecrets bounds how many values are remembered, the newest ones.
const mostSecrets = 1000

// secrets are the values that are never written, in any form in which package redact finds
// them. Those of headers, URLs and logins become known as they pass.
type secrets struct{ seen redact.Seen }

func (s *secrets) add(values ...string)    { s.seen.Add(mostSecrets, values...) }
func (s *secrets) text(text string) string { return s.seen.Text(text) }

// data is what was read, without secrets.
func (s *secrets) data(data []byte) string {
	text := string(data)
	for _, found := range secretMember.FindAllStringSubmatch(text, -1) {
		s.add(found[1], found[2])
	}
	return s.text(text)
}

// header is a copy without secrets: those of names that say so, and of URLs.
func (s *secrets) header(h http.Header) http.Header {
	if h == nil {
		return nil
	}
	out := http.Header{}
	for name, values := range h {
		for _, value := range values {
			if SecretName(name) {
				_, credential, _ := strings.Cut(value, " ")
				s.add(value, credential)
				value = redact.Placeholder
			}
			out[name] = append(out[name], value)
		}
	}
	for _, values := range out {
		for i, value := range values {
			values[i] = s.text(s.url(value))
		}
	}
	return out
}

// sessionParam is a part of the protocol: what it holds is a session's id.
const sessionParam = "sessionId"

// url is a URL without the values of its query and without credentials; what is none stays.
func (s *secrets) url(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.RawQuery == "" && u.User == nil {
		return text
	}
	for name, values := range u.Query() {
		if name != sessionParam {
			s.add(values...)
		}
	}
	return config.MaskURL(text)
}
