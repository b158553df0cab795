// Package session is what one session of a program sees of MCP: servers are
// discovered and connected once when it starts, their tools stand beside the
// program's own, and a few commands change the set while the session lives:
// refresh, reload, reconnect, remove, disable, wait for a late server.
//
//   - [Load] is the loader: discover, make a manager, start. It never fails; what
//     went wrong is in its result.
//   - [Session] is the session with its registry of tools. It follows the manager:
//     whenever the manager's view of tools changes, the registry does, too.
//
// The package runs no conversation and has no user interface. It does not
// find configuration files (see [Discoverer]), does not know how connections are
// made (see [ManagerOptions]), owns no goroutine, and tears nothing down
// unless it is told to: servers outlive their session (OMP-LC-116).
package session
