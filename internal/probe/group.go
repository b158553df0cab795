package probe

import (
	"fmt"
	"strings"
	"time"
)

// member is a running process of a server's process group.
type member struct {
	pid  int
	name string        // its command line
	cpu  time.Duration // used so far
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
	// orphanGrace is how long what a process leaves behind may take to end.
	orphanGrace = time.Second
	// groupPoll is the time between two looks at a process group.
	groupPoll = 20 * time.Millisecond
)

// abandoned waits a moment for the end of what an ended process has left behind,
// and remembers what stays. It is called before that is killed.
func (s *child) abandoned(group int) {
	end := s.clk.Now().Add(orphanGrace)
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

// survivors says which processes still run, in words that follow on others; ""
// if that is not known.
func (s *child) survivors() string {
	if s.group == 0 {
		return ""
	}
	if alive := groupOf(s.group); len(alive) > 0 {
		return "; in its process group there still run " + nameAll(alive)
	}
	return ""
}
