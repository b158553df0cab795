package words_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/words"
)

func TestNearest(t *testing.T) {
	known := []string{"delay", "notify", "latency", "jitter", "timeout", "status", "url", "überall"}
	for word, want := range map[string]string{
		"latncy": "latency", "jiter": "jitter", "timeouts": "timeout", "Delay": "delay",
		"dealy": "delay", "notfiy": "notify", "statsu": "status", "ulr": "url", // swapped
		"ÜBERALL": "überall", "uberall": "überall",
		"time": "", "xyz": "", "del": "", "zzzzzz": "", "": "",
	} {
		assert.Check(t, cmp.Equal(words.Nearest(word, known), want), word)
	}
	assert.Equal(t, words.Nearest("cat", []string{"cot", "cut"}), "cot", "the first of two")
	assert.Equal(t, words.Nearest("cat", nil), "")
}

func TestDidYouMean(t *testing.T) {
	assert.Equal(t, words.DidYouMean("comand", []string{"args", "command"}), `, did you mean "command"?`)
	assert.Equal(t, words.DidYouMean("colour", []string{"args", "command"}), "")
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"plain-1_.:/+,@=": "plain-1_.:/+,@=", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "é": "'é'",
	} {
		assert.Check(t, cmp.Equal(words.Quote(word), want), word)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"naïve 🚀\ttab":       "naïve 🚀 tab",
		"\x1b[31mred\x07\n":  `\x1b[31mred\x07`,
		"one\r\ntwo\rx\n\n":  "one two x",
		"a\u202eb\u0085":     `a\x202eb\x85`,
		"not \xff UTF-8":     "not \ufffd UTF-8",
		"":                   "",
		`a \ stays and a " `: `a \ stays and a " `,
	} {
		assert.Check(t, cmp.Equal(words.Printable(text), want), "%q", text)
	}
}

func TestPrintableLines(t *testing.T) {
	assert.Equal(t, words.PrintableLines("one\r\n  t\two\x07\n"), "one\n  t wo\\x07")
}

func FuzzNearest(f *testing.F) {
	f.Add("dealy", "delay notify")
	f.Fuzz(func(t *testing.T, word, known string) {
		near := words.Nearest(word, strings.Fields(known))
		assert.Assert(t, near == "" || cmp.Contains(strings.Fields(known), near)().Success())
	})
}
