//go:build wine

package mcpsim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// forWindows builds something for Windows and returns where it is.
func forWindows(t *testing.T, name string, build ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	cmd := exec.Command("go", append(build[:len(build)-1], "-o", program, build[len(build)-1])...)
	cmd.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64")
	out, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return program
}

// inWine runs a program for Windows in a folder. WINEPREFIX is what scripts/wine.sh has made.
func inWine(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("wine", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "WINEDEBUG=-all", "DISPLAY=")
	out, err := cmd.CombinedOutput()
	return strings.ReplaceAll(string(out), "\r", ""), err
}

// What people do first, with the program for Windows: time passes, features hold, servers
// over pipes are connected and judged.
func TestWineRunsTheProgram(t *testing.T) {
	program := forWindows(t, "mcpsim.exe", "build", "./cmd/mcpsim")
	for _, c := range []struct{ args, want string }{
		{"version --self-test", "self-test passed: one virtual hour took"},
		{"run features/lifecycle/reconnect.feature features/startup/fast_gate.feature", "17 runs: 17 passed"},
		{"connect -- PROGRAM serve --stdio", "1 server: 1 live"},
		{"validate -- PROGRAM serve --stdio", " 0 failed, 0 warned"},
	} {
		t.Run(strings.Fields(c.args)[0], func(t *testing.T) {
			args := strings.Fields(strings.ReplaceAll(c.args, "PROGRAM", program))
			out, err := inWine(t, ".", append([]string{program}, args...)...)
			assert.NilError(t, err, "%s", out)
			assert.Check(t, is.Contains(out, c.want))
		})
	}
}

// The tests of the code for one system: job objects and their children, pipes, locks between
// processes, files that are replaced whole.
func TestWineRunsThePlatformCode(t *testing.T) {
	for _, dir := range []string{"runtime/process", "internal/atomicfile", "internal/outfile"} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			tests := forWindows(t, "tests.exe", "test", "-c", "./"+dir)
			out, _ := inWine(t, dir, tests, "-test.v", "-test.timeout=2m")
			reports := strings.Split(out, "=== RUN ")[1:]
			assert.Check(t, len(reports) > 3, "%s", out)
			for _, report := range reports {
				assert.Check(t, !failed(report), "%s", report)
			}
		})
	}
}

// uncleared is what wine before 9 says of a folder that package testing wants to remove: it
// lacks the request that os.RemoveAll makes. What the test itself saw is not touched by that.
var uncleared = regexp.MustCompile(`(?m)^ *testing\.go:\d+: TempDir RemoveAll cleanup: unlinkat .*: Invalid function\.\n`)

// failed is whether a test has failed, but for a folder that wine could not remove.
func failed(report string) bool {
	rest := uncleared.ReplaceAllString(report, "")
	if rest == report {
		return strings.Contains(report, "--- FAIL")
	}
	return strings.Contains(rest, "assertion failed") || strings.Contains(rest, "panic:")
}
