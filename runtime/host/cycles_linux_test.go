package host_test

import (
	"context"
	"os"
	goruntime "runtime"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// smallest is a server over stdio that takes a shell.
const smallest = `while read -r line; do
	id=${line#*\"id\":}; id=${id%%,*}
	case $line in
	*\"initialize\"*) r='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
	*\"tools/list\"*) r='{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}' ;;
	*) continue ;;
	esac
	echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$r}"
done`

// Hosts that come and go leave nothing behind: no goroutine, no file descriptor, no memory
// that grows. Of three one has a quiet life, of one the context of the start ends at some
// moment, and one is closed twice while it starts.
func TestCyclesLeaveNothing(t *testing.T) {
	docs, stop := library()
	defer stop()
	for _, server := range []config.Server{docs, {Name: "docs", Command: "sh", Args: []string{"-c", smallest}}} {
		cycles(t, server, 30)
		before := remains()
		cycles(t, server, 300)
		poll.WaitOn(t, func(poll.LogT) poll.Result { // the far end of a connection notices a little later
			after := remains()
			after.goroutines-- // this one
			if after.goroutines > before.goroutines || after.descriptors > before.descriptors || after.heap > before.heap+(4<<20) {
				return poll.Continue("%s: %+v, then %+v", server.Type, before, after)
			}
			return poll.Success()
		}, poll.WithTimeout(10*time.Second))
	}
}

// cycles makes, starts and closes n hosts.
func cycles(t *testing.T, server config.Server, n int) {
	for i := range n {
		h, err := host.New(host.OhMyPi(), host.Env{})
		assert.NilError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		closed := make(chan struct{})
		switch i % 3 {
		case 1:
			time.AfterFunc(time.Duration(i%97)*50*time.Microsecond, cancel)
			close(closed)
		case 2:
			go func() { defer close(closed); h.Close() }()
		default:
			close(closed)
		}
		result := h.Start(ctx, []config.Server{server})
		if i%3 == 0 {
			assert.DeepEqual(t, result.Connected, []string{"docs"})
		}
		<-closed
		h.Close()
		cancel()
	}
}

// held is what a process holds.
type held struct{ goroutines, descriptors, heap int }

func remains() held {
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	open, _ := os.ReadDir("/proc/self/fd")
	return held{goruntime.NumGoroutine(), len(open), int(m.HeapAlloc)}
}
