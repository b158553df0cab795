package agents

// SetStrict makes a manager strict between two calls, for tests.
func (m *Manager) SetStrict() { m.policy.Strict = true }
