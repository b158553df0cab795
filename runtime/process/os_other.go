//go:build !linux

package process

// reap waits for the end of the leader, and ends what is left of what it has started
// where that can be named safely.
func (p *osProcess) reap() error {
	err := p.cmd.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reaped = true
	p.tree.over()
	return err
}

// family is not known here.
type family struct{}

func (family) note(int) {}
