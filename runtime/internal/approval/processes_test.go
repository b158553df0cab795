package approval

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// decision is one of those that a process makes, about servers of its own. Every second
// one is a rejection.
func decision(process string, i int) (settings.Entry, State) {
	state := Approved
	if i%2 == 0 {
		state = Rejected
	}
	return server(fmt.Sprintf("%s-%d", process, i), "x"), state
}

// TestDecider is not a test of its own: it is what the processes of
// TestProcessesLoseNothing run. It says which decisions have been stored.
func TestDecider(t *testing.T) {
	process := os.Getenv("DECIDER")
	if process == "" {
		t.Skip("run by TestProcessesLoseNothing")
	}
	store := NewStore(Disk(os.Getenv("DECIDER_FILE")))
	times, err := strconv.Atoi(os.Getenv("DECIDER_TIMES"))
	assert.NilError(t, err)
	for i := range times {
		e, state := decision(process, i)
		assert.NilError(t, store.Decide("/p", state, e))
		fmt.Printf("stored %d\n", i)
	}
}

// decide runs a process until it ends, or kills it once it has confirmed some
// decisions. It returns how many it has confirmed.
func decide(t *testing.T, process, file string, times, killAfter int) (confirmed int) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestDecider$")
	cmd.Env = append(os.Environ(), "DECIDER="+process, "DECIDER_FILE="+file, "DECIDER_TIMES="+strconv.Itoa(times))
	out, err := cmd.StdoutPipe()
	assert.Check(t, err)
	assert.Check(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var i int
		if _, err := fmt.Sscanf(lines.Text(), "stored %d", &i); err != nil {
			continue
		}
		confirmed = i + 1
		if confirmed == killAfter {
			assert.Check(t, cmd.Process.Kill()) // what it has printed by then is read on
		}
	}
	if err := cmd.Wait(); killAfter == 0 {
		assert.Check(t, err)
		assert.Check(t, confirmed == times)
	}
	return confirmed
}

// What a process has been told is stored is in the file, whatever other processes wrote
// there at the same time, and however they ended.
func TestProcessesLoseNothing(t *testing.T) {
	for _, tc := range []struct {
		name             string
		processes, times int
		killAfter        func(process int) int // 0: it is not killed
	}{
		{"two", 2, 200, func(int) int { return 0 }},
		{"eight", 8, 25, func(int) int { return 0 }},
		{"eight of which six are killed", 8, 40, func(process int) int { return process / 2 * 7 }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), FileName)
			confirmed := make([]int, tc.processes)
			var running sync.WaitGroup
			for p := range tc.processes {
				running.Go(func() { confirmed[p] = decide(t, strconv.Itoa(p), file, tc.times, tc.killAfter(p)) })
			}
			running.Wait()
			stored, err := NewStore(Disk(file)).Load("/p")
			assert.NilError(t, err)
			for p, n := range confirmed {
				for i := range n {
					e, want := decision(strconv.Itoa(p), i)
					assert.Equal(t, stored.State(e), want, e.Name)
				}
			}
			t.Logf("confirmed %v, stored %d", confirmed, len(stored))
		})
	}
}
