//go:build !linux

package process

// reap waits for the end of the leader. What is left of its group is not killed
// then: its pid may already name another group. There is no death signal
// either. Children of a host that was killed end when they notice the end of
// their stdin.
func (p *osProcess) reap() error {
	err := p.cmd.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reaped = true
	return err
}

// family is not known here.
type family struct{}

func (family) note(int) {}
