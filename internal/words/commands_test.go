package words_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/words"
)

func TestNoCommands(t *testing.T) {
	for text, want := range map[string]string{
		"::error::x":                         `:\u003aerror::x`,
		"a\n \u00a0\t::add-mask::x\nb":       "a\n \u00a0\t:\\u003aadd-mask::x\nb",
		"a ##[set-output name=x]y":           `a \u0023#[set-output name=x]y`,
		"##vso[task.x]y ##teamcity[z":        `\u0023#vso[task.x]y \u0023#teamcity[z`,
		"###[x]":                             `#\u0023#[x]`,
		"std::string a::b ::1 ## heading [a": "std::string a::b ::1 ## heading [a",
		"::1 refused":                        "::1 refused",
		"":                                   "",
	} {
		assert.Check(t, cmp.Equal(words.NoCommands(text), want), "%q", text)
	}
}

func FuzzNoCommands(f *testing.F) {
	f.Add("\n ::error::x ##[x] ##vso[")
	obeyed := regexp.MustCompile(`(?m)^[\s\p{Zs}]*::[A-Za-z]|##[A-Za-z]*\[`)
	f.Fuzz(func(t *testing.T, text string) {
		out := words.NoCommands(text)
		if obeyed.MatchString(out) {
			t.Errorf("%q is obeyed in %q", text, out)
		}
		if words.NoCommands(out) != out {
			t.Errorf("%q changes once more", out)
		}
		line, _ := json.Marshal(map[string]string{"a": text})
		var back, as map[string]string
		if json.Unmarshal(line, &as) != nil || json.Unmarshal([]byte(words.NoCommands(string(line))), &back) != nil || back["a"] != as["a"] {
			t.Errorf("the JSON of %q is another one", text)
		}
		if strings.Count(out, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines", text)
		}
	})
}
