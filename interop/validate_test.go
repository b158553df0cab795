package interop_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/reports"
)

// The examples of two SDKs with one of everything.
const (
	officialServer = "github.com/modelcontextprotocol/go-sdk/examples/server/everything"
	mcpGoServer    = "github.com/mark3labs/mcp-go/examples/everything"
)

func build(t *testing.T, program string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "everything")
	build := exec.Command("go", "build", "-o", bin, program)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// serveEverything starts it over HTTP and returns its URL once it listens.
func serveEverything(t *testing.T, bin string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	cmd := exec.Command(bin, "-http", address)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(time.Minute); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return "http://" + address + "/"
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// overtaken reports whether a finding is that the result of a subscription came where its
// acknowledgement was to be.
func overtaken(r reports.Result) bool {
	instead := map[string]string{"M-DISC-06": "the first message is no acknowledgement: ", "M-STDIO-19": "subscriptions/listen is answered with "}[r.Rule.IDs[0]]
	return instead != "" && strings.HasPrefix(r.Error, instead) && strings.Contains(r.Error, `\"result\":`)
}

// Whatever a check says against the servers of other SDKs is in their baselines, with the
// reason, or was a false alarm until proven otherwise. That of mcp-go has no port of its own
// over HTTP.
func TestValidateServersOfOthers(t *testing.T) {
	mcpsim, official := buildMcpsim(t), build(t, officialServer)
	for name, target := range map[string][]string{
		"everything-stdio": {"--", official},
		"everything-http":  {serveEverything(t, official)},
		"mcp-go-stdio":     {"--", build(t, mcpGoServer)},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "results.jsonl")
			args := []string{"validate", "--baseline", filepath.Join("testdata", name+".yaml"), "--report", "json:" + file}
			cmd := exec.Command(mcpsim, append(args, target...)...)
			cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=")
			out, err := cmd.CombinedOutput()
			if exit := cmd.ProcessState.ExitCode(); exit != 0 && exit != 1 { // findings are looked at below
				t.Errorf("%v\n%s", err, out)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, results, err := reports.ReadResults(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if n := reports.Summarise(results).Rules[reports.Passed]; n < 40 {
				t.Errorf("only %d checks passed", n)
			}
			for _, r := range results {
				// Initialize may be answered before it is cancelled, may overtake a discovery, and
				// what comes behind it may be answered as in a legacy session. A batch may be
				// answered before the connection ends at it. A subscription to nothing ends at
				// once, and its result may overtake the acknowledgement, which whoever
				// subscribes tells.
				raced := slices.Contains([]string{"CAN-04", "M-BASE-11", "M-DISC-12", "M-BASE-16", "M-BASE-23", "M-SUB-01", "M-STDIO-18"}, r.Rule.IDs[0])
				if (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !raced && !overtaken(r) {
					t.Errorf("%s %v (%s): %s", r.Verdict, r.Rule.IDs, r.Name, r.Error)
				}
			}
		})
	}
}
