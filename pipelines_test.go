package mcpsim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/words"
)

// read reads a file of this repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	assert.NilError(t, err)
	return string(text)
}

// bash runs a command with bash, in a folder of its own.
func bash(t *testing.T, dir, script string, environ []string) (code int, out string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, environ
	text, err := cmd.CombinedOutput()
	assert.Assert(t, cmd.ProcessState != nil, "%v", err)
	return cmd.ProcessState.ExitCode(), string(text)
}

// TestCheckScript runs what the action for GitHub and the job for GitLab run.
func TestCheckScript(t *testing.T) {
	script, err := filepath.Abs("scripts/check.sh")
	assert.NilError(t, err)
	feature, err := filepath.Abs("testdata/field.feature")
	assert.NilError(t, err)
	const deaf = "rules: [{when: {method: ping}, do: [{error: {code: -32601}}]}]"
	for name, c := range map[string]struct {
		environ []string
		code    int
		want    string
	}{
		"a server":          {[]string{"MCPSIM_SERVER=mcpsim serve --stdio", "MCPSIM_FLAGS=--check PING-01"}, 0, "1 check: 1 passed"},
		"its failure":       {[]string{"MCPSIM_SERVER=mcpsim serve deaf.yaml --stdio", "MCPSIM_FLAGS=--check PING-01"}, 1, "FAIL PING-01"},
		"a known failure":   {[]string{"MCPSIM_SERVER=mcpsim serve deaf.yaml --stdio", "MCPSIM_FLAGS=--check PING-01", "MCPSIM_BASELINE=known.yaml"}, 0, "1 expected"},
		"a settings file":   {[]string{"MCPSIM_CONFIG=servers.json", "MCPSIM_FLAGS=--check PING-01"}, 0, "1 check: 1 passed"},
		"a server far away": {[]string{"MCPSIM_URL=http://127.0.0.1:1/mcp"}, 4, "cannot be reached"},
		"a client":          {[]string{"MCPSIM_CLIENT=mcpsim client", "MCPSIM_FLAGS=--check CLI-05"}, 0, "1 check: 1 passed"},
		"features":          {[]string{"MCPSIM_FEATURES=" + feature}, 0, "1 run: 1 passed"},
		"nothing":           {nil, 2, "want one of MCPSIM_SERVER, MCPSIM_URL, MCPSIM_CONFIG, MCPSIM_CLIENT and MCPSIM_FEATURES, have: none"},
		"two things":        {[]string{"MCPSIM_URL=http://x", "MCPSIM_FEATURES=x"}, 2, "have: MCPSIM_URL MCPSIM_FEATURES"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{
				"deaf.yaml": deaf, "known.yaml": "server: [PING-01]", "servers.json": `{"mcpServers": {"a": {"command": "mcpsim", "args": ["serve", "--stdio"]}}}`,
			} {
				assert.NilError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
			}
			environ := withProgram(t, append(c.environ, "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+filepath.Join(dir, "outputs"), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"))...)
			code, out := bash(t, dir, script, environ)
			assert.Equal(t, code, c.code, out)
			assert.Check(t, is.Contains(out, c.want))
			if code > 1 {
				return
			}
			for _, report := range []string{"results.jsonl", "junit.xml", "results.sarif", "results.md"} {
				read(t, filepath.Join(dir, "mcpsim-reports", report))
			}
			assert.Check(t, is.Regexp(`(?m)\Aexit-code=\d\nreports=mcpsim-reports\nbadge=mcpsim: .*\nsarif=mcpsim-reports/results.sarif\n\z`, read(t, filepath.Join(dir, "outputs"))))
			assert.Check(t, is.Equal(strings.Count(read(t, filepath.Join(dir, "summary")), "### mcpsim"), 1))
		})
	}
}

// TestActionGivesTheScriptAllInputs compares action.yml with scripts/check.sh.
func TestActionGivesTheScriptAllInputs(t *testing.T) {
	type step struct {
		ID, Run string
		Env     map[string]string
	}
	var action struct {
		Inputs, Outputs map[string]map[string]string
		Runs            struct {
			Using string
			Steps []step
		}
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, "action.yml")), &action))
	assert.Equal(t, action.Runs.Using, "composite")
	script := read(t, "scripts/check.sh")
	i := slices.IndexFunc(action.Runs.Steps, func(s step) bool { return s.ID == "check" })
	check := action.Runs.Steps[i]
	assert.Equal(t, check.Run, `bash "$GITHUB_ACTION_PATH/scripts/check.sh"`)
	for input := range action.Inputs {
		variable := "MCPSIM_" + strings.ToUpper(input)
		if input == "version" || input == "sarif" {
			assert.Check(t, strings.Contains(read(t, "action.yml"), "inputs."+input), input)
			continue
		}
		assert.Check(t, is.Equal(check.Env[variable], "${{ inputs."+input+" }}"))
		assert.Check(t, is.Contains(script, "#   "+variable+" "))
	}
	assert.Check(t, is.Len(check.Env, len(action.Inputs)-2))
	for output, about := range action.Outputs {
		assert.Check(t, is.Equal(about["value"], "${{ steps.check.outputs."+output+" }}"))
		assert.Check(t, is.Contains(script, `echo "`+output+"="))
	}
	for _, step := range action.Runs.Steps { // inputs reach a shell as variables only
		assert.Check(t, !strings.Contains(step.Run, "${{"), step.Run)
	}
}

// TestGitLabJob runs the script parts of the job, with a go command that gives it this
// repository as the module.
func TestGitLabJob(t *testing.T) {
	var file struct {
		Job struct {
			Variables    map[string]string
			BeforeScript []string `yaml:"before_script"`
			Script       []string
		} `yaml:".mcpsim"`
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, "scripts/gitlab-ci.yml")), &file))
	root, err := os.Getwd()
	assert.NilError(t, err)
	dir := t.TempDir()
	fake := "#!/bin/sh\ncase $1 in mod) printf '{\\n\\t\"Path\": \"x\",\\n\\t\"Dir\": \"" + root + "\",\\n\\t\"Sum\": \"y\"\\n}\\n' ;; *) exit 1 ;; esac\n"
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "go"), []byte(fake), 0o755))
	environ := append(withProgram(t), "GOBIN="+filepath.Dir(build(t)), "MCPSIM_SERVER=mcpsim serve --stdio", "MCPSIM_FLAGS=--check PING-01")
	for name, value := range file.Job.Variables {
		if name != "GOBIN" {
			environ = append(environ, name+"="+value)
		}
	}
	lines := append([]string{`PATH="` + dir + `:$PATH"`}, slices.Concat(file.Job.BeforeScript, file.Job.Script)...)
	code, out := bash(t, dir, strings.Join(lines, "\n"), environ)
	assert.Equal(t, code, 0, out)
	assert.Check(t, is.Contains(out, "1 check: 1 passed"))
	read(t, filepath.Join(dir, "mcpsim-reports", "junit.xml"))
}

// TestPreCommitHooks runs the entries of the hooks as pre-commit does: without a shell,
// with file names at the end.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct {
		ID, Entry, Files string
		PassFilenames    *bool `yaml:"pass_filenames"`
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, ".pre-commit-hooks.yaml")), &hooks))
	dir := t.TempDir()
	for name, text := range map[string]string{"good 1.yaml": "tools: [a]", "good2.yaml": "name: x", "bad.yaml": "tolos: [a]", "bad.feature": "Feature: x\n  Rule: y\n"} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	feature, err := filepath.Abs("testdata/field.feature")
	assert.NilError(t, err)
	cases := map[string][]struct {
		args []string
		good bool
	}{
		"mcpsim-features": {{[]string{feature}, true}, {[]string{feature, "bad.feature"}, false}},
		"mcpsim-scripts":  {{[]string{"good 1.yaml", "good2.yaml"}, true}, {[]string{"good2.yaml", "bad.yaml", "good 1.yaml"}, false}},
		"mcpsim-validate": {{[]string{"--check", "PING-01", "--", "mcpsim", "serve", "--stdio"}, true}, {[]string{"--", "./nothing"}, false}},
	}
	for _, hook := range hooks {
		assert.Check(t, len(cases[hook.ID]) > 0, "no case for %s", hook.ID)
		_, err := regexp.Compile(hook.Files)
		assert.NilError(t, err)
		line, err := words.Split(hook.Entry)
		assert.NilError(t, err)
		for _, c := range cases[hook.ID] {
			all := slices.Concat(line, c.args)
			if all[0] == "mcpsim" {
				all[0] = build(t)
			}
			cmd := exec.Command(all[0], all[1:]...)
			cmd.Dir, cmd.Env = dir, withProgram(t)
			out, err := cmd.CombinedOutput()
			assert.Check(t, is.Equal(err == nil, c.good), "%s %v: %s", hook.ID, c.args, out)
		}
	}
}

// TestNightly: what the nightly workflow makes is in the Makefile.
func TestNightly(t *testing.T) {
	var flow struct {
		Jobs map[string]struct {
			Strategy struct{ Matrix map[string][]string }
		}
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, ".github/workflows/nightly.yml")), &flow))
	makefile, all := read(t, "Makefile"), flow.Jobs["whole"].Strategy.Matrix["make"]
	assert.Check(t, len(all) > 0)
	for _, command := range all {
		target, _, _ := strings.Cut(command, " ")
		assert.Check(t, strings.Contains(makefile, "\n"+target+": ##"), "make %s", target)
	}
}
