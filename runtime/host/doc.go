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
// Behaviour is a value: a profile such as [OhMyPi] returns a [Policy], whose
// [Switches] are the documented differences. What reaches outside is a field of [Env];
// there is no other state of the package.
package host
