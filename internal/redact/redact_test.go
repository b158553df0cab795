package redact_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func TestRedactorFindsEveryForm(t *testing.T) {
	r := redact.New([]string{"", `a"b<c> d/e"`, "tok", "token-long"})
	for text, want := range map[string]string{
		"":                                     "",
		"nothing here":                         "nothing here",
		`raw a"b<c> d/e" end`:                  "raw [redacted] end",
		`{"x":"a\"b<c> d/e\""}`:                `{"x":"[redacted]"}`,
		`{"x":"a\"b\u003cc\u003e d/e\""}`:      `{"x":"[redacted]"}`,
		"q=a%22b%3Cc%3E+d%2Fe%22&":             "q=[redacted]&",
		"/a%22b%3Cc%3E%20d%2Fe%22/":            "/[redacted]/",
		"YSJiPGM+IGQvZSI=":                     "[redacted]",
		"token-long and tok":                   "[redacted] and [redacted]",
		"Authorization: Bearer abc.def":        "Authorization: Bearer [redacted]",
		`{"authorization":"Basic Zm9v","x":1}`: `{"authorization":"Basic [redacted]","x":1}`,
		`{\"Authorization\":\"xyz\"}`:          `{\"Authorization\":\"[redacted]\"}`,
		"authorization = raw":                  "authorization = [redacted]",
		"Bearer realm is kept":                 "Bearer realm is kept",
		"authorization is needed":              "authorization is needed",
	} {
		assert.Check(t, is.Equal(r.Text(text), want), text)
	}
}

func TestRedactorReachesEveryTextOfAnEvent(t *testing.T) {
	const s = "hunter2"
	e := reports.Event{Event: event.Event{Actor: s, Server: s, Name: s, ID: s, From: s, To: s, Err: s, Text: s, Raw: s}}
	got := redact.New([]string{s}).Events([]reports.Event{e})
	assert.Check(t, !strings.Contains(fmt.Sprintf("%+v", got), s))
	assert.Equal(t, e.Raw, s, "the caller's events are untouched")
}

func FuzzRedactor(f *testing.F) {
	f.Add("secret", "a secret b")
	f.Add(`"\<`, `x`)
	f.Fuzz(func(t *testing.T, secret, text string) {
		if secret == "" || strings.Contains(redact.Placeholder, secret) {
			return
		}
		got := redact.New([]string{secret}).Text(text)
		if !strings.Contains(text, secret) && !strings.Contains(text, redact.Placeholder) && len(got) == len(text) && got != text {
			t.Errorf("%q became %q", text, got)
		}
		if strings.Count(got, redact.Placeholder) < min(1, strings.Count(text, secret)) {
			t.Errorf("%q is still in %q", secret, got)
		}
	})
}
