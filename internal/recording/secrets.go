package recording

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

const (
	jsonSecrets = `access_token|refresh_token|id_token|client_secret|code_verifier|password|api_?[kK]ey`
	formSecrets = `access_token|refresh_token|client_secret|code_verifier|code|password`
)

var (
	// secretName matches names of headers, of parameters and of variables whose values are
	// secrets.
	secretName = words.Pattern(`(?i)auth|cookie|token|secret|passw|pwd|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential`)
	// secretMember matches members of JSON and of forms whose values are secrets.
	secretMember = words.Pattern(`"(?:` + jsonSecrets + `)"\s*:\s*"((?:[^"\\]|\\.)+)"|(?:^|&)(?:` + formSecrets + `)=([^&\s]+)`)
	// openMember matches, at the end of a text, the beginning of such a member.
	openMember = words.Pattern(`(?:"(?:[A-Za-z_]{0,14}|(?:` + jsonSecrets + `)"\s*(?::\s*(?:"((?:[^"\\]|\\.)*)\\?)?)?)|(?:^|&)(?:[a-z_]{0,14}|(?:` + formSecrets + `)=([^&\s]*)))$`)
)

// longestMember is how long a member whose value is a secret may be to be found if it comes
// in pieces, in bytes.
const longestMember = 16 << 10

// credentials are what the value of a header with a secret may be known by.
func credentials(value string) []string {
	credential := redact.Credential(value)
	return slices.Concat([]string{value, credential}, redact.Parts(value), redact.Parts(credential))
}

// SecretName reports whether what has this name holds a secret. PWD and OLDPWD hold
// directories, which the paths of commands begin with.
func SecretName(name string) bool {
	return secretName().MatchString(name) && name != "PWD" && name != "OLDPWD"
}

// mostSecrets bounds how many values are remembered of what one side has said, the newest
// ones. Those that were known before are all remembered.
const mostSecrets = 1000

// secrets are the values that are never written, in any form in which package redact finds
// them. Those of headers, URLs and logins become known as they pass.
type secrets struct{ seen redact.Seen }

// given adds what is known before anything passes.
func (s *secrets) given(values []string) { s.seen.Keep(values...) }

func (s *secrets) add(who string, values ...string) { s.seen.Add(who, mostSecrets, values...) }
func (s *secrets) text(text string) string          { return s.seen.Text(text) }

// data is what was read, without secrets, and how many bytes at its end are left out of that:
// with what follows they may be one.
func (s *secrets) data(who string, data []byte) (public string, pending int) {
	text := string(data)
	for _, found := range secretMember().FindAllStringSubmatchIndex(text, -1) {
		value, ended := found[2:4], found[2] >= 0
		if !ended { // it is one of a form, which nothing but what follows ends
			value, ended = found[4:6], found[5] < len(text)
		}
		if ended {
			s.add(who, text[value[0]:value[1]])
		}
	}
	end := s.seen.Pending(text)
	from := max(0, len(text)-longestMember)
	if found := openMember().FindStringIndex(text[from:]); found != nil {
		end = min(end, from+found[0])
	}
	return s.text(text[:end]), len(text) - end
}

// rest is the end of what was read, without secrets.
func (s *secrets) rest(who string, data []byte) string {
	for _, found := range openMember().FindAllStringSubmatch(string(data), -1) {
		s.add(who, found[1], found[2])
	}
	return s.seen.Rest(string(data))
}

// header is a copy without secrets: those of names that say so, and of URLs.
func (s *secrets) header(who string, h http.Header) http.Header {
	if h == nil {
		return nil
	}
	out := http.Header{}
	for name, values := range h {
		for _, value := range values {
			if SecretName(name) {
				s.add(who, credentials(value)...)
				value = redact.Placeholder
			}
			out[name] = append(out[name], value)
		}
	}
	for _, values := range out {
		for i, value := range values {
			values[i] = s.text(s.url(who, value))
		}
	}
	return out
}

// Without is a text without the credentials and the values of the query of a request.
func Without(r *http.Request, text string) string {
	var values []string
	for name, all := range r.Header {
		for _, value := range all {
			if SecretName(name) {
				values = append(values, credentials(value)...)
			}
		}
	}
	for _, all := range r.URL.Query() {
		values = append(values, all...)
	}
	return redact.New(values).Text(text)
}

// sessionParam is a part of the protocol: what it holds is a session's id.
const sessionParam = "sessionId"

// url is a URL without the values of its query and without credentials; what is none stays.
func (s *secrets) url(who, text string) string {
	u, err := url.Parse(text)
	if err != nil || u.RawQuery == "" && u.User == nil {
		return text
	}
	for name, values := range u.Query() {
		if name != sessionParam {
			s.add(who, values...)
		}
	}
	return config.MaskURL(text)
}
