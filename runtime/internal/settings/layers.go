package settings

import "slices"

// Layers are the settings files, from low to high: SystemDefaults, User,
// Workspace, System (S-QWEN-02). A file that does not exist is the zero [File].
type Layers struct {
	SystemDefaults, User, Workspace, System File
	// WorkspaceUntrusted makes the workspace contribute nothing.
	WorkspaceUntrusted bool
}

// Merged is what all layers say together.
type Merged struct {
	// Servers are merged per name, never within a definition. Those of workspace
	// and system carry their scope.
	Servers Map
	// Allowed are the names of all layers, nil when none has the key, which is not
	// the same as an empty list: that allows no server (QWEN-106, QWEN-107).
	Allowed []string
	// Excluded are the names of all layers.
	Excluded []string
}

// Merge lays the layers over each other. Single values are another matter, see
// [Layers.Value].
func (l Layers) Merge() Merged {
	var m Merged
	for _, file := range l.inOrder() {
		m.Servers = Merge(m.Servers, file.Servers)
		m.Allowed = concat(m.Allowed, file.Allowed)
		m.Excluded = concat(m.Excluded, file.Excluded)
	}
	return m
}

// Value is a single value by its key path: that of the highest layer which has
// it.
func (l Layers) Value(path ...string) (any, bool) {
	for _, file := range slices.Backward(l.inOrder()) {
		if v, ok := lookUp(file.Values, path); ok {
			return v, true
		}
	}
	return nil, false
}

// inOrder are the layers that count, the lowest first, with scopes stamped.
func (l Layers) inOrder() []File {
	if l.WorkspaceUntrusted {
		l.Workspace = File{}
	}
	l.SystemDefaults.Servers = stamp(l.SystemDefaults.Servers, Unscoped)
	l.User.Servers = stamp(l.User.Servers, Unscoped)
	l.Workspace.Servers = stamp(l.Workspace.Servers, Workspace)
	l.System.Servers = stamp(l.System.Servers, System)
	return []File{l.SystemDefaults, l.User, l.Workspace, l.System}
}

// concat keeps absent and empty apart.
func concat(a, b []string) []string {
	if a == nil && b == nil {
		return nil
	}
	return append(append([]string{}, a...), b...)
}
