package probe

import (
	"fmt"
	"strings"
	"time"
)

// member is a running process of a server's process group.
type member struct {
	pid    int
	parent int
	name   string        // its command line
	cpu    time.Duration // used so far
}

// nameAll shows members to a person.
func nameAll(members []member) string {
	var out []string
	for _, m := range members {
		out = append(out, fmt.Sprintf("%d (%s)", m.pid, m.name))
	}
	return strings.Join(out, ", ")
}

// cpuOf is what members have used together.
func cpuOf(members []member) (sum time.Duration) {
	for _, m := range members {
		sum += m.cpu
	}
	return sum
}

const (
	// OrphanGrace is how long what a process leaves behind may take to end.
	OrphanGrace = time.Second
	// groupPoll is the time between two looks at a process group.
	groupPoll = 20 * time.Millisecond
)

// abandoned waits a moment for the end of what an ended process has left behind,
// and remembers what stays. It is called before that is killed.
func (s *Process) abandoned(group int) {
	end := s.clk.Now().Add(OrphanGrace)
	left := groupOf(group)
	for len(left) > 0 && s.clk.Now().Before(end) {
		timer := s.clk.NewTimer(groupPoll)
		select {
		case <-timer.Chan():
		case <-s.hurry:
			timer.Stop()
			return
		}
		left = groupOf(group)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orphans = left
}

// Orphans names the processes of its group that still ran [OrphanGrace] after it
// had ended; "" = none.
func (s *Process) Orphans() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return nameAll(s.orphans)
}

// GroupKnown reports whether its process group can be looked at: on Linux, and if
// it is a process of this machine.
func (s *Process) GroupKnown() bool { return s.group != 0 && groupsKnown }

// Survivors says which processes still run, in words that follow on others; ""
// if that is not known.
func (s *Process) Survivors() string {
	if s.group == 0 {
		return ""
	}
	if alive := groupOf(s.group); len(alive) > 0 {
		return "; in its process group there still run " + nameAll(alive)
	}
	return ""
}

// Stopped reports whether the process was stopped, as by SIGSTOP, and does not run.
func (s *Process) Stopped() bool { return s.group != 0 && stopped(s.group) }

// spinning is how long a process is watched that has nothing to do.
const spinning = 300 * time.Millisecond

// Spins reports whether the process uses half of a processor or more.
func (s *Process) Spins() bool {
	if s.group == 0 || s.Exited(0) {
		return false
	}
	before := cpuOf(groupOf(s.group))
	return !s.Exited(spinning) && cpuOf(groupOf(s.group))-before > spinning/2
}
