package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// programVariable makes this binary the program, and its children.
const programVariable = "MCPSIM_EXPLORE_TEST"

// limit bounds what is waited for, in real time.
const limit = 2 * time.Minute

func init() {
	if os.Getenv(programVariable) != "" {
		main()
	}
}

// flaky fails for some seeds only, steady never.
const flaky = `@omp @virtual
Feature: Flaky
  @X-01
  Rule: A call is answered in time

    Example: by luck
      Given server "docs" over stdio
      And the link to "docs" has latency 10ms jitter 9ms
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "x"}
        """
      And 36ms pass
      Then call 1 returns "x"

    Example: always
      Given server "docs" over stdio
      When the runtime starts
      And 1s passes
      Then server "docs" is connected
`

// lab is a folder with a feature, and the address of a queue.
type lab struct{ dir, url string }

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{dir: t.TempDir()}
	assert.NilError(t, os.WriteFile(filepath.Join(l.dir, "flaky.feature"), []byte(flaky), 0o600))
	return l
}

// command is the program with arguments, in the folder.
func (l *lab) command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = l.dir
	cmd.Env = append(os.Environ(), programVariable+"=1")
	return cmd
}

// serve starts a queue, the same again if there was one.
func (l *lab) serve(t *testing.T) *exec.Cmd {
	t.Helper()
	listen := "127.0.0.1:0"
	if l.url != "" {
		listen = strings.TrimPrefix(l.url, "nats://")
	}
	cmd := l.command("serve", "--dir", "queue", "--listen", listen)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	assert.NilError(t, err)
	l.url = strings.TrimSpace(line)
	return cmd
}

// run runs the program to its end, wants an exit code and returns its stdout.
func (l *lab) run(t *testing.T, code int, args ...string) string {
	t.Helper()
	cmd := l.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	begin(t, cmd)
	wait(cmd)
	assert.Equal(t, cmd.ProcessState.ExitCode(), code, "%v: %s%s", args, &out, &errs)
	return out.String() + errs.String()
}

// hand is a worker whose lines on stderr are followed.
type hand struct {
	*exec.Cmd
	lines *bufio.Scanner
}

// work starts a worker.
func (l *lab) work(t *testing.T) *hand {
	t.Helper()
	cmd := l.command("work", "--work", l.url, "-j", "1")
	lines, err := cmd.StderrPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	return &hand{cmd, bufio.NewScanner(lines)}
}

// takes waits until the worker has taken n ranges.
func (h *hand) takes(t *testing.T, n int) {
	t.Helper()
	for h.lines.Scan() {
		if strings.Contains(h.lines.Text(), " from seed ") {
			if n--; n == 0 {
				return
			}
		}
	}
	t.Fatalf("the worker has ended and %d ranges are missing", n)
}

// kill ends it with a signal that no program catches.
func (h *hand) kill(t *testing.T) {
	t.Helper()
	assert.NilError(t, h.Process.Kill())
	_ = h.Wait()
}

// ends waits until a worker has ended, wants it to be content and counts what it took until
// then.
func (h *hand) ends(t *testing.T) (taken int) {
	t.Helper()
	kill := time.AfterFunc(limit, func() { _ = h.Process.Kill() })
	defer kill.Stop()
	for h.lines.Scan() {
		if strings.Contains(h.lines.Text(), " from seed ") {
			taken++
		}
	}
	assert.NilError(t, h.Wait())
	return taken
}

func begin(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
}

func wait(cmd *exec.Cmd) {
	kill := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait()
}

// report is what the campaign has come to.
func (l *lab) report(t *testing.T, code int) (s summary) {
	t.Helper()
	assert.NilError(t, json.Unmarshal([]byte(l.run(t, code, "report", "--work", l.url, "--json")), &s))
	return s
}

// Of eight workers three are killed while they work: no seed is lost, and none counts twice.
func TestWorkersThatAreKilled(t *testing.T) {
	l := newLab(t)
	l.serve(t)
	planned := []string{"plan", "--work", l.url, "flaky.feature", "--seeds", "1200", "--range", "30", "--vary", "seed", "--ack-wait", "2s"}
	assert.Check(t, is.Contains(l.run(t, 0, planned...), "80 ranges of 2 scenarios, 80 new"))
	var hands []*hand
	for range 8 {
		hands = append(hands, l.work(t))
	}
	for _, victim := range hands[:3] {
		victim.takes(t, 1)
		victim.kill(t)
	}
	for _, h := range hands[3:] {
		h.ends(t)
	}
	s := l.report(t, 1)
	assert.Equal(t, s.Done, 80)
	assert.Equal(t, s.Seeds, uint64(2*1200))
	assert.Equal(t, s.Runs, 2*1200+80, "each seed once, and the scenario as it is once for each range")
	assert.Check(t, s.Again >= 1 && s.Again <= 3, "given to a second worker: %d", s.Again)
	for _, f := range s.Failures {
		assert.Check(t, is.Contains(f.Reproduce, "mcpsim run flaky.feature:6 --seed "))
	}

	again := newLab(t) // all of it by one worker that nothing happens to
	again.serve(t)
	planned[2] = again.url
	again.run(t, 0, planned...)
	again.run(t, 0, "work", "--work", again.url, "-j", "1")
	calm := again.report(t, 1)
	assert.Check(t, calm.Failed > 0)
	assert.Equal(t, s.Failed, calm.Failed)
	assert.Equal(t, len(s.Failures), len(calm.Failures), "each kind of failure once")
	for i, f := range calm.Failures {
		assert.Equal(t, s.Failures[i].Ranges, f.Ranges)
		assert.Equal(t, s.Failures[i].Signature, f.Signature)
	}
}

// Everything is killed, the queue too, and goes on where it was.
func TestResumes(t *testing.T) {
	l := newLab(t)
	queue := l.serve(t)
	planned := []string{"plan", "--work", l.url, "flaky.feature:18", "--seeds", "600", "--range", "20", "--vary", "seed,order", "--ack-wait", "1s"}
	l.run(t, 0, planned...)
	first := l.work(t)
	first.takes(t, 5) // four are done
	first.kill(t)
	assert.NilError(t, queue.Process.Kill())
	_ = queue.Wait()

	l.serve(t)
	assert.Check(t, is.Contains(l.run(t, 0, planned...), "30 ranges of 1 scenario, 0 new"), "planning again is no harm")
	part := l.report(t, 1)
	assert.Check(t, part.Done >= 4 && part.Done < 30, "%d of %d", part.Done, part.Ranges)
	l.work(t).ends(t)
	s := l.report(t, 0)
	assert.Equal(t, s.Done, 30)
	assert.Equal(t, s.Seeds, uint64(600))
	assert.Equal(t, s.Runs, 600+30)
	assert.Equal(t, len(s.Workers), 2)
	assert.Check(t, is.Contains(l.run(t, 0, planned...), "30 ranges of 1 scenario, 0 new"), "what is done is not planned again")
	assert.Check(t, is.Contains(l.run(t, 0, "report", "--work", l.url), "30 of 30 ranges done, "))
}

// A worker that is interrupted gives back what it has, so that no silence is waited for.
func TestInterruptedWorkerGivesBack(t *testing.T) {
	l := newLab(t)
	l.serve(t)
	l.run(t, 0, "plan", "--work", l.url, "flaky.feature:18", "--seeds", "4000", "--range", "4000", "--vary", "seed", "--ack-wait", "1h")
	first := l.work(t)
	first.takes(t, 1)
	assert.NilError(t, first.Process.Signal(os.Interrupt))
	for first.lines.Scan() {
	}
	_ = first.Wait()
	assert.Equal(t, first.ProcessState.ExitCode(), 130)
	l.work(t).ends(t)
	s := l.report(t, 0)
	assert.Equal(t, s.Runs, 4001)
	assert.Equal(t, s.Again, 1)
}

// A range that takes longer than the silence after which workers are thought to be dead stays
// with the worker that works at it.
func TestLongRangeStaysWithItsWorker(t *testing.T) {
	l := newLab(t)
	l.serve(t)
	l.run(t, 0, "plan", "--work", l.url, "flaky.feature:18", "--seeds", "4000", "--range", "4000", "--vary", "seed", "--ack-wait", "100ms")
	first := l.work(t)
	first.takes(t, 1)
	assert.Equal(t, l.work(t).ends(t), 0, "taken by a second worker")
	assert.Equal(t, first.ends(t), 0)
	s := l.report(t, 0)
	assert.Equal(t, s.Runs, 4001)
	assert.Check(t, s.Worked > 300, "too fast to say anything: %v ms", s.Worked)
}

func TestUsage(t *testing.T) {
	l := newLab(t)
	l.serve(t)
	for want, tt := range map[string]struct {
		code int
		args []string
	}{
		"--seeds 0: want 1 to":                        {2, []string{"plan", "--seeds", "0"}},
		"--range 9: want 1 to the number of seeds, 8": {2, []string{"plan", "--seeds", "8", "--range", "9"}},
		`--vary sead: there are seed,`:                {2, []string{"plan", "--vary", "sead"}},
		"--campaign \"a.b\": want up to 40 letters":   {2, []string{"work", "--campaign", "a.b"}},
		"reaching the queue: nats: no servers":        {4, []string{"work", "--work", "nats://127.0.0.1:1"}},
		`there is no campaign "other"`:                {4, []string{"report", "--work", l.url, "--campaign", "other"}},
		"needs a token in the variable":               {2, []string{"serve", "--listen", "0.0.0.0:0"}},
		"want HOST:PORT":                              {2, []string{"serve", "--listen", "4222"}},
		"hold no scenario that can be explored":       {5, []string{"plan", "flaky.feature", "--tags", "@room"}},
	} {
		assert.Check(t, is.Contains(l.run(t, tt.code, tt.args...), want))
	}
	plan := func(code int, seeds string) string {
		return l.run(t, code, "plan", "--work", l.url, "flaky.feature", "--seeds", seeds, "--range", "5")
	}
	plan(0, "10")
	assert.Check(t, is.Contains(plan(2, "20"), "another plan: give this one a --campaign of its own"))
}

// The token that the queue wants is shown by all commands, and told by none.
func TestToken(t *testing.T) {
	l := newLab(t)
	t.Setenv(tokenVariable, "sekrit-1234567")
	l.serve(t)
	plan := []string{"plan", "--work", l.url, "flaky.feature", "--seeds", "1", "--range", "1"}
	assert.Check(t, is.Contains(l.run(t, 0, plan...), "2 ranges"))
	t.Setenv(tokenVariable, "another-7654321")
	out := l.run(t, 4, plan...)
	assert.Check(t, is.Contains(out, "Authorization Violation"))
	assert.Check(t, !strings.Contains(out, "7654321"))
}
