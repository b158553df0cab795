// Package host is the entrance to the runtime: the one package that knows every part,
// the operating system and the documented profiles. A program that wants to use MCP
// servers needs this package and package config:
//
//	h, err := host.New(host.OhMyPi(), host.Env{})
//	result := h.Start(ctx, servers)
//	defer h.Close()
//
// There are five entrances of one shape, each made of a policy, an [Env] and, but for
// the first, its options. Making one starts nothing, and Close ends everything:
//
//	New           Host       servers that the program names
//	NewSession    Session    servers found in configuration files, and a registry of tools
//	NewWorkspace  Workspace  servers of settings that people edit meanwhile
//	NewRoom       Room       servers connected on command, whose states are public
//	NewAgents     Agents     servers of an agent framework
//
// Behaviour is a value: a profile such as OhMyPi returns a Policy, whose Switches
// are the documented differences. What reaches outside is a field of Env; there is
// no other state of the package.
//
// # Lifetimes
//
// A context bounds the call that it is given to and nothing after it. What was
// started runs until Stop, Cleanup or Close, which return when nothing of it is
// left; Close may be called again. After Close a Host and Agents can be started
// anew, a Session, a Workspace and a Room cannot; what is starting when they are closed
// starts nothing more. Of several calls that stop the same at once each waits for its end.
//
// # Callbacks
//
// What a program gives to a runtime (callbacks, sinks, answers) is called by goroutines of the
// runtime, which go on when it returns. It must not call what waits for servers (Start, Stop,
// Close, Reload, Reconnect, a call): that would wait for itself. A program that wants to do
// so does it in a goroutine of its own. It may look at what there is (Servers, Tools, Status).
// A panic in it is one of the program and ends it, as anywhere else, unless the program calls
// the runtime itself and recovers: then no lock is held, and the runtime goes on. It must
// return: FailNow, Fatal and Skip of package testing end a goroutine that others wait for,
// which ends the program with a message instead.
//
// # Errors
//
// A server that fails is no error of a start: it is a [ServerError] of the result.
// A call that fails is an [Output], whose Err says why; the error beside it is an
// [*UnknownToolError] or the cause of a context. Errors of servers match those of
// package transport with [errors.As]: *transport.Error, *transport.HTTPError,
// *transport.SyntaxError. Every timeout matches [context.DeadlineExceeded]. What a
// Starter, Dial or RoundTripper returned is found by [errors.As], too, such as an
// *exec.Error or a *net.OpError. A definition that cannot be used is a
// *config.InvalidError.
//
// # Names
//
// What begins with Session, Workspace, Room or Agents belongs to that entrance;
// Agent is about one agent or server of Agents, Settings and Approval are about
// workspaces, Discovery about sessions.
package host
