package config

import (
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// mask stands for every value that may be secret.
const mask = "***"

// maxShownSegment is the length, in bytes, from which a segment of a URL's path
// is taken for a token rather than a name.
const maxShownSegment = 20

// String describes the server for logs and errors. It shows names and never
// values: of environment variables, headers, query parameters and auth settings
// only what they are called, of arguments only how many there are.
func (s Server) String() string {
	parts := []string{fmt.Sprintf("%s (%s", s.Name, s.Transport())}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if s.Command != "" {
		add("command %s", s.Command)
	}
	if n := len(s.Args); n > 0 {
		add("%d args", n)
	}
	if s.URL != "" {
		add("url %s", MaskURL(s.URL))
	}
	if len(s.Env) > 0 {
		add("env %s", maskValues(s.Env))
	}
	if len(s.Headers) > 0 {
		add("headers %s", maskValues(s.Headers))
	}
	if len(s.Auth)+len(s.OAuth) > 0 {
		add("auth %s", mask)
	}
	if s.Era != "" {
		add("era %s", s.Era)
	}
	if s.Timeout != nil {
		add("timeout %s", *s.Timeout)
	}
	if !s.IsEnabled() {
		add("disabled")
	}
	return strings.Join(parts, ", ") + ")"
}

// GoString keeps %#v from showing what String hides.
func (s Server) GoString() string { return s.String() }

// LogValue is String, for log/slog.
func (s Server) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MaskURL returns a URL that may be shown: without user info, query values and
// fragment, and with *** in place of path segments of 20 bytes and more, which
// in the field are tokens, and of what follows a semicolon in one. What cannot be parsed
// becomes *** as a whole.
func MaskURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" {
		return mask
	}
	var b strings.Builder
	if u.Scheme != "" {
		b.WriteString(u.Scheme + ":")
	}
	if u.Host != "" {
		b.WriteString("//")
		if u.User != nil {
			b.WriteString(mask + "@")
		}
		b.WriteString(u.Host)
	}
	b.WriteString(maskPath(u.EscapedPath()))
	if u.RawQuery != "" {
		b.WriteString("?" + maskQuery(u.RawQuery))
	}
	return b.String()
}

func maskPath(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if name, _, parameters := strings.Cut(s, ";"); parameters {
			segments[i] = name + ";" + mask
		}
		if len(s) >= maxShownSegment {
			segments[i] = mask
		}
	}
	return strings.Join(segments, "/")
}

// maskQuery keeps the names of parameters. A parameter without "=" may be a bare
// token, so all of it goes.
func maskQuery(query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		pairs[i] = mask
		if name, _, ok := strings.Cut(pair, "="); ok {
			pairs[i] = name + "=" + mask
		}
	}
	return strings.Join(pairs, "&")
}

func maskValues(values map[string]string) string {
	names := sortedKeys(values)
	for i, name := range names {
		names[i] = name + "=" + mask
	}
	return strings.Join(names, " ")
}

func sortedKeys(m map[string]string) []string {
	return slices.Sorted(maps.Keys(m))
}
