package mcpsimtest_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/mcpsimtest"
)

// serveVariable makes this binary the server under test.
const serveVariable = "MCPSIMTEST_SERVE"

func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(serveVariable); ok {
		os.Exit(serve(script))
	}
	os.Exit(m.Run())
}

func serve(script string) int {
	parsed, err := fakeserver.Parse("script", []byte(script))
	if err != nil {
		panic(err)
	}
	s, err := fakeserver.New(parsed, fakeserver.Options{})
	if err != nil {
		panic(err)
	}
	return s.ServeStdio(fakeserver.Stdio{In: struct{ io.Reader }{os.Stdin}, Out: os.Stdout, Err: os.Stderr})
}

const correct = "tools: [echo]"

// few keeps these tests short; without Checks all of them run.
var few = []string{"LIFE-01", "PING-01", "TOOL-01"}

func TestValidateACommand(t *testing.T) {
	mcpsimtest.Validate(t, mcpsimtest.Server{Command: []string{os.Args[0]}, Env: []string{serveVariable + "=" + correct}, Checks: few})
}

func TestValidateAURL(t *testing.T) {
	fake := mcpsimtest.NewServer(t, correct)
	mcpsimtest.Validate(t, mcpsimtest.Server{URL: fake.URL, Checks: few})
}

// outcomes is what a go test of this binary prints for a test that is to fail.
func outcomes(t *testing.T, test string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), failing+"=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	assert.Check(t, cmd.Run() != nil, "it did not fail")
	return out.String()
}

const failing = "MCPSIMTEST_FAIL"

func TestAFindingFailsItsSubtest(t *testing.T) {
	if os.Getenv(failing) != "" {
		script := "tools: [echo]\nrules: [{when: {method: ping}, do: [{error: {code: -32601, message: no ping here}}]}]"
		mcpsimtest.Validate(t, mcpsimtest.Server{Command: []string{os.Args[0]}, Env: []string{serveVariable + "=" + script}, Checks: few})
		return
	}
	out := outcomes(t, t.Name())
	assert.Check(t, is.Contains(out, "--- FAIL: TestAFindingFailsItsSubtest/PING-01"))
	assert.Check(t, is.Contains(out, "no ping here"))
	assert.Check(t, is.Contains(out, "reproduce: go test -run 'TestAFindingFailsItsSubtest/PING-01'"))
	assert.Check(t, is.Contains(out, "--- PASS: TestAFindingFailsItsSubtest/LIFE-01"))
}

func TestAServerThatIsNotThereFails(t *testing.T) {
	if os.Getenv(failing) != "" {
		mcpsimtest.Validate(t, mcpsimtest.Server{Command: []string{"/nowhere/at/all"}})
		return
	}
	assert.Check(t, is.Contains(outcomes(t, t.Name()), "/nowhere/at/all"))
}

func TestARuleThatNeverActedFails(t *testing.T) {
	if os.Getenv(failing) != "" {
		mcpsimtest.NewServer(t, "tools: [echo]\nrules: [{when: {method: tools/cal}, do: [never]}]")
		return
	}
	assert.Check(t, is.Contains(outcomes(t, t.Name()), "tools/cal"))
}

func TestMistakesAreSaid(t *testing.T) {
	for name, one := range map[string]struct {
		server mcpsimtest.Server
		want   string
	}{
		"neither": {mcpsimtest.Server{}, "want a Command or a URL, one of both"},
		"both":    {mcpsimtest.Server{Command: []string{"x"}, URL: "http://127.0.0.1:1"}, "want a Command or a URL, one of both"},
		"check":   {mcpsimtest.Server{Command: []string{"x"}, Checks: []string{"PING-1"}}, "did you mean PING-01?"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			if os.Getenv(failing) != "" {
				mcpsimtest.Validate(t, one.server)
				return
			}
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestMistakesAreSaid$/^"+name+"$")
			cmd.Env = append(os.Environ(), failing+"=1")
			out, err := cmd.CombinedOutput()
			assert.Check(t, err != nil)
			assert.Check(t, is.Contains(string(out), one.want))
		})
	}
}
