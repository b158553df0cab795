package agents

import "context"

// SetStrict makes a manager strict between two calls, for tests.
func (m *Manager) SetStrict() { m.policy.Strict = true }

// TakeFree takes a lock that is free, and reports whether it is held afterwards.
func TakeFree(ctx context.Context) (held bool, err error) {
	l := newLock()
	err = l.take(ctx)
	return len(l) > 0, err
}
