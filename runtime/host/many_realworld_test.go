//go:build realworld && linux

package host_test

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// shellServer is an MCP server with one tool that takes a megabyte.
const shellServer = `
say() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  id=${line#*\"id\":}; id=${id%%[,\}]*}
  case $line in
    *'"initialize"'*) say '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
    *'"tools/list"'*) say '{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}' ;;
    *'"id"'*) say '{}' ;;
  esac
done`

// realServers are n processes and n servers over HTTP on this machine. They end with
// the test.
func realServers(t *testing.T, n int) []config.Server {
	var all []config.Server
	var serving sync.WaitGroup
	t.Cleanup(serving.Wait)
	for i := range n {
		all = append(all, config.Server{Name: fmt.Sprintf("process-%04d", i), Command: "sh", Args: []string{"-c", shellServer}})
		fake, err := fakeserver.New(&fakeserver.Script{}, fakeserver.Options{})
		assert.NilError(t, err)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		assert.NilError(t, err)
		serving.Go(func() { _ = fake.Serve(l) })
		t.Cleanup(fake.Close)
		all = append(all, config.Server{Name: fmt.Sprintf("http-%04d", i), Type: config.HTTP, URL: "http://" + l.Addr().String() + "/mcp"})
	}
	return all
}

// A thousand processes and a thousand servers over HTTP start side by side, the gate
// opens in time, and nothing is left of them. It needs 8,000 file descriptors.
func TestRealWorldThousands(t *testing.T) {
	servers := realServers(t, 1000)
	policy := host.OhMyPi()
	policy.Manager.ReturnUncached = true
	var processes herd
	changed := make(chan struct{}, 1)
	env := host.Env{Starter: &processes}
	env.OnToolsChanged = func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	h, err := host.New(policy, env)
	assert.NilError(t, err)
	begin := time.Now()
	result := h.Start(t.Context(), servers)
	opened := time.Since(begin)
	assert.Check(t, is.Len(result.Errors, 0))
	for tools := 0; tools < len(servers); tools = len(slices.Collect(h.Tools())) {
		<-changed
	}
	connected := time.Since(begin)
	h.Close()
	t.Logf("the gate of %s opened after %s with %d pending; all were connected after %s, gone after %s",
		policy.Manager.Gate, opened, len(result.Pending), connected, time.Since(begin))
	// On a busy machine the starts alone take longer than the gate; that it waits for none of
	// them shows in those that are pending.
	assert.Check(t, opened < 4*policy.Manager.Gate || 2*len(result.Pending) > len(servers), "the gate opened after %s", opened)
	assert.Check(t, is.Len(processes.left(t), 0))
	assert.Equal(t, len(processes.groups), 1000)
}
