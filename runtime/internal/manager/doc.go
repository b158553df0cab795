// Package manager runs many MCP servers side by side: it starts them in
// parallel behind a gate, keeps their tools visible, reconnects what drops and
// tears everything down. What happens to one server never touches another.
//
// Each server has one owner goroutine ([server.run]) that alone connects, lists,
// reconnects and closes it; others make a request and wait. All shared
// state is guarded by one mutex that is never held across a wait.
//
// What a server offers besides tools is mirrored by package catalog, after the
// tools have been listed.
//
// The package does not know how a connection is made (see package connect), which
// files settings come from, or how a host shows tools to a model.
package manager
