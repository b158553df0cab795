// Package redact removes secrets from texts before they are shown or written. It
// finds no secrets by itself: its caller knows them.
package redact

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// Placeholder stands where a secret was.
const Placeholder = "[redacted]"

// Redactor removes secrets from texts. The zero value removes only what looks
// like the value of an Authorization header. It is immutable, so any goroutine may
// use it.
type Redactor struct{ replacer *strings.Replacer }

// New returns a redactor for the given secrets, as they are and as they
// look in JSON, in URLs and in base64. Empty secrets are ignored; a very short
// one makes texts unreadable, but it does not get out.
func New(secrets []string) *Redactor {
	var forms []string
	for _, s := range secrets {
		if s != "" {
			forms = append(forms, formsOf(s)...)
		}
	}
	if len(forms) == 0 {
		return &Redactor{}
	}
	// The longest first: one secret may contain another.
	slices.SortFunc(forms, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	var pairs []string
	for _, f := range slices.Compact(forms) {
		pairs = append(pairs, f, Placeholder)
	}
	return &Redactor{replacer: strings.NewReplacer(pairs...)}
}

func formsOf(secret string) []string {
	return []string{
		secret,
		jsonForm(secret, true),
		jsonForm(secret, false),
		url.QueryEscape(secret),
		url.PathEscape(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)),
	}
}

// jsonForm is s as it stands between the quotes of a JSON string.
func jsonForm(s string, escapeHTML bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(escapeHTML)
	if err := enc.Encode(s); err != nil {
		return s // cannot happen: a string always encodes
	}
	quoted := strings.TrimSuffix(b.String(), "\n")
	return quoted[1 : len(quoted)-1]
}

// header matches an Authorization header in a message, a log or JSON; what is
// kept is its name and the scheme.
var header = regexp.MustCompile(`(?i)(authorization\\?["']?\s*[:=]\s*\\?["']?(?:[a-z]+ +)?)[^\s"'\\,]+`)

// Text returns s without secrets.
func (r *Redactor) Text(s string) string {
	if r.replacer != nil {
		s = r.replacer.Replace(s)
	}
	// Looking first is cheap, matching every text of a trace is not.
	if strings.Contains(s, "uthorization") || strings.Contains(s, "UTHORIZATION") {
		s = header.ReplaceAllString(s, "${1}"+Placeholder)
	}
	return s
}

// event returns e without secrets in any of its texts.
func (r *Redactor) event(e reports.Event) reports.Event {
	for _, s := range []*string{&e.Actor, &e.Server, &e.Name, &e.ID, &e.From, &e.To, &e.Err, &e.Text, &e.Raw} {
		*s = r.Text(*s)
	}
	return e
}

// Events returns a redacted copy.
func (r *Redactor) Events(events []reports.Event) []reports.Event {
	out := make([]reports.Event, len(events))
	for i, e := range events {
		out[i] = r.event(e)
	}
	return out
}
