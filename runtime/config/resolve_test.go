package config_test

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/config"
)

var environment = map[string]string{"HOST": "example.com", "EMPTY": "", "TOKEN": "SECRET", "NESTED": "${HOST}"}

func env(name string) (string, bool) {
	v, ok := environment[name]
	return v, ok
}

func TestExpand(t *testing.T) { // F-09
	for in, want := range map[string]string{
		"plain":                   "plain",
		"${HOST}":                 "example.com",
		"a${HOST}b${EMPTY}c":      "aexample.combc",
		"${MISSING:-d}":           "d",
		"${MISSING:-}":            "",
		"${EMPTY:-d}":             "",
		"${HOST:-d}":              "example.com",
		"${MISSING}":              "${MISSING}",
		"${NESTED}":               "${HOST}",
		"${input:key}":            "${input:key}",
		"$HOST":                   "$HOST",
		"${":                      "${",
		"${}":                     "${}",
		"${MISSING:-a:b}/${HOST}": "a:b/example.com",
	} {
		got, _ := config.Expand(config.Server{Command: in}, env)
		assert.Equal(t, got.Command, want, in)
	}
}

func TestExpandReachesEveryString(t *testing.T) { // F-09
	const v = "${HOST}"
	in := config.Server{
		Name: v, Type: v, Command: v, Args: []string{v, v}, Env: map[string]string{v: v}, Cwd: v, URL: v,
		Headers: map[string]string{v: v}, Auth: []byte(`{"b":["${HOST}",1],"a":{"${HOST}":"${HOST}"}}`), OAuth: []byte(`{"x": 1}`),
	}
	const w = "example.com"
	got, problems := config.Expand(in, env)
	assert.DeepEqual(t, got, config.Server{
		Name: v, Type: w, Command: w, Args: []string{w, w}, Env: map[string]string{v: w}, Cwd: w, URL: w,
		Headers: map[string]string{v: w}, Auth: []byte(`{"a":{"${HOST}":"example.com"},"b":["example.com",1]}`), OAuth: []byte(`{"x": 1}`),
	})
	assert.Equal(t, len(problems), 0)
	assert.Equal(t, in.Args[0], v)
}

// A token from a file of Windows ends with CR, which no header can hold.
func TestHeadersAreTrimmed(t *testing.T) {
	lines := func(name string) (string, bool) { return "secret\r\n", name == "TOKEN" }
	in := config.Server{
		Type: config.HTTP, URL: "http://a.test", Env: map[string]string{"E": "${TOKEN}"},
		Headers: map[string]string{"A": "Bearer ${TOKEN}", "B": "TOKEN", "C": " as written\r", "D": "a ${TOKEN}b"},
	}
	got, problems := config.Expand(in, lines)
	assert.Equal(t, len(problems), 0)
	assert.Equal(t, got.Env["E"], "secret\r\n")
	got, problems = config.Resolve(got, lines, nil)
	assert.Equal(t, len(problems), 0)
	assert.DeepEqual(t, got.Headers, map[string]string{"A": "Bearer secret", "B": "secret", "C": "as written", "D": "a secret\r\nb"})
}

func TestExpandReportsUnsetVariables(t *testing.T) {
	_, problems := config.Expand(config.Server{Name: "docs", Headers: map[string]string{"B": "${NO}", "A": "x ${NO}"}}, env)
	assert.DeepEqual(t, texts(problems), []string{
		`server "docs": headers.A: environment variable "NO" is not set, ${NO} stays as written`,
		`server "docs": headers.B: environment variable "NO" is not set, ${NO} stays as written`,
	})
}

func TestResolve(t *testing.T) { // F-10
	in := map[string]string{
		"lookup": "TOKEN", "literal": "no such variable", "empty variable": "EMPTY", "empty": "", "home": "$HOST",
		"command": "!cat SECRET",
	}
	want := map[string]string{
		"lookup": "SECRET", "literal": "no such variable", "empty variable": "EMPTY", "home": "$HOST",
	}
	const notRun = `.command is left out: commands are not run here`
	t.Run("stdio env", func(t *testing.T) {
		s := config.Server{Name: "n", Command: "TOKEN", Args: []string{"TOKEN"}, Env: in, Headers: in}
		got, problems := config.Resolve(s, env, runNothing)
		assert.DeepEqual(t, got, config.Server{Name: "n", Command: "TOKEN", Args: []string{"TOKEN"}, Env: want, Headers: in})
		assert.DeepEqual(t, texts(problems), []string{`server "n": env` + notRun})
	})
	t.Run("http headers", func(t *testing.T) {
		s := config.Server{Name: "n", Type: config.HTTP, URL: "TOKEN", Env: in, Headers: in}
		got, problems := config.Resolve(s, env, runNothing)
		assert.DeepEqual(t, got, config.Server{Name: "n", Type: config.HTTP, URL: "TOKEN", Env: in, Headers: want})
		assert.DeepEqual(t, texts(problems), []string{`server "n": headers` + notRun})
	})
	assert.Check(t, is.Len(in, 6), "the unresolved definition stays as it was")
}

func runNothing(string) (string, error) { return "", errors.New("commands are not run here") }

func TestResolveWithCommands(t *testing.T) { // F-10
	var ran []string
	run := func(command string) (string, error) {
		ran = append(ran, command)
		if command == "fail" {
			return "printed SECRET", errors.New("exit status 1")
		}
		return "TOKEN", nil
	}
	in := map[string]string{"b": "!get it", "a": "!fail", "d": "!!", "e": " !get"}
	got, problems := config.Resolve(config.Server{Name: "n", Args: []string{"!x"}, Command: "!y", Env: in}, env, run)
	assert.DeepEqual(t, got.Env, map[string]string{"b": "TOKEN", "d": "TOKEN", "e": " !get"})
	assert.DeepEqual(t, ran, []string{"fail", "get it", "!"})
	assert.DeepEqual(t, texts(problems), []string{
		`server "n": env.a is left out: exit status 1`,
	})
	assert.Equal(t, in["b"], "!get it")
}

func texts(problems []config.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

// A variable's value must not become a command, and the text of a command is
// its shell's to expand.
func TestExpandMakesNoCommands(t *testing.T) {
	env := func(name string) (string, bool) {
		return map[string]string{"EVIL": "!rm -rf /", "GOOD": "ok"}[name], true
	}
	got, problems := config.Expand(config.Server{Name: "n", Env: map[string]string{
		"A": "${EVIL}", "B": "!echo ${EVIL}", "C": "${GOOD}", "D": "x${EVIL}",
	}}, env)
	assert.DeepEqual(t, got.Env, map[string]string{"B": "!echo ${EVIL}", "C": "ok", "D": "x!rm -rf /"})
	assert.Equal(t, len(problems), 1)
	assert.Equal(t, problems[0].String(), `server "n": env.A: the variable's value begins with "!" and would be run as a command; "A" is left out`)
}
