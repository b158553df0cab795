package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// integrationRun starts the command with artifacts in a folder of its own.
func integrationRun(t *testing.T, args ...string) (cmd *exec.Cmd, root string) {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	root = filepath.Join(t.TempDir(), "artifacts")
	cmd = exec.Command(self, append([]string{"integration", "--artifacts", root}, args...)...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	return cmd, root
}

// theRun is the folder of the only run below root.
func theRun(t *testing.T, root string) string {
	t.Helper()
	entries, err := os.ReadDir(root)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(entries, 1))
	assert.Check(t, regexp.MustCompile(`^\d{8}-\d{6}$`).MatchString(entries[0].Name()), entries[0].Name())
	for _, name := range []string{"logs/roomserver.log", "logs/roomoperator.log", "logs/test-client.log",
		"results/report.json", "results/junit.xml", "results/mcp-status-final.json"} {
		info, err := os.Stat(filepath.Join(root, entries[0].Name(), name))
		assert.NilError(t, err)
		assert.Check(t, info.Size() > 0, name)
	}
	return filepath.Join(root, entries[0].Name())
}

// The documented script, with its options.
func TestIntegrationScriptPasses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	root := filepath.Join(t.TempDir(), "artifacts")
	out, err := exec.Command("../../scripts/run-integration.sh", "--fast", "--ports", "free", "--artifacts", root).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	assert.Check(t, is.Contains(string(out), "4 scenarios: 4 passed, 0 failed, 0 skipped in "))
	theRun(t, root)
	out, err = exec.Command("../../scripts/run-integration.sh", "--ports", "7,7").CombinedOutput()
	assert.Check(t, is.Contains(string(out), "want two different ports"))
	assert.Equal(t, err.(*exec.ExitError).ExitCode(), ui.ExitUsage)
}

// Real sockets and real waits, as short as they can be.
func TestIntegrationPasses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	cmd, root := integrationRun(t, "--fast", "--ports", "free")
	out, err := cmd.Output()
	assert.NilError(t, err, "%s", out)
	assert.Check(t, is.Contains(string(out), "4 scenarios: 4 passed, 0 failed, 0 skipped in "))
	folder := theRun(t, root)
	var report struct{ Summary struct{ Total, Failed int } }
	read(t, filepath.Join(folder, "results/report.json"), json.Unmarshal, &report)
	var junit struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
	}
	read(t, filepath.Join(folder, "results/junit.xml"), xml.Unmarshal, &junit)
	assert.Equal(t, fmt.Sprint(report, junit), "{{4 0}} {4 0}")
	var status struct{ Providers []struct{ ID, State string } }
	read(t, filepath.Join(folder, "results/mcp-status-final.json"), json.Unmarshal, &status)
	assert.Equal(t, fmt.Sprint(status.Providers), "[{example-mcp connected} {test-mcp-unavailable connecting}]")
}

func read(t *testing.T, file string, parse func([]byte, any) error, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.NilError(t, parse(data, into), "%s", data)
}

func TestIntegrationNeedsItsPorts(t *testing.T) {
	l, err := net.Listen("tcp", serve.AnyPort)
	assert.NilError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	assert.NilError(t, err)
	cmd, root := integrationRun(t, "--ports", port+",40802")
	out, _ := cmd.CombinedOutput()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitUsage, "%s", out)
	assert.Equal(t, string(out), "mcpsim: port "+port+" of the room server is taken\n"+
		"give another with --ports SERVER,OPERATOR, or --ports free\n")
	_, err = os.Stat(root)
	assert.Check(t, os.IsNotExist(err), "a run that never began has a folder")
}

func TestAnInterruptedIntegrationLeavesItsArtifacts(t *testing.T) {
	cmd, root := integrationRun(t, "--ports", "free")
	var out strings.Builder
	cmd.Stdout = &out
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	// The suite's log is there once signals are waited for.
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		logs, err := filepath.Glob(filepath.Join(root, "*", "logs", "test-client.log"))
		if len(logs) == 0 {
			return poll.Continue("no log yet: %v", err)
		}
		return poll.Success()
	}, poll.WithTimeout(patience))
	assert.NilError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitInterrupt)
	assert.Check(t, is.Contains(out.String(), "4 scenarios: 0 passed, "))
	_ = theRun(t, root)
}

func TestPorts(t *testing.T) {
	for text, want := range map[string]string{
		"40801,40802": "40801 40802 <nil>",
		"1, 65535":    "1 65535 <nil>",
		"free":        "0 0 <nil>",
		"1,1":         "0 0 --ports 1,1: want two different ports",
		"1":           "0 0 --ports 1: want free or two ports, such as 40801,40802",
		"0,1":         "0 0 --ports 0,1: want free or two ports, such as 40801,40802",
		"1,65536":     "0 0 --ports 1,65536: want free or two ports, such as 40801,40802",
		"a,b":         "0 0 --ports a,b: want free or two ports, such as 40801,40802",
		"1,2,3":       "0 0 --ports 1,2,3: want free or two ports, such as 40801,40802",
	} {
		server, operator, err := parsePorts(text)
		assert.Equal(t, fmt.Sprint(server, operator, err), want)
	}
}

// Nobody listens at the address of the unavailable provider, and nobody else can.
func TestRefusedAddresses(t *testing.T) {
	r, err := refuse()
	assert.NilError(t, err)
	defer r.close()
	addr := r.conn.LocalAddr().String()
	_, err = (&net.Dialer{}).Dial("tcp", addr)
	assert.ErrorIs(t, err, syscall.ECONNREFUSED)
	_, err = net.Listen("tcp", addr)
	assert.ErrorIs(t, err, syscall.EADDRINUSE)
}
