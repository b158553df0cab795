// Package host puts the runtime together: it is the one place that knows every
// part, the operating system and the documented profiles. A program that wants
// to use MCP servers needs this package and package config:
//
//	h, err := host.New(host.OhMyPi(), host.Env{})
//	result := h.Start(ctx, servers)
//	defer h.Close()
//
// Programs with sessions start at [NewSession], which finds the servers in
// configuration files and keeps a registry of tools.
//
// Programs whose servers are defined in settings that people edit meanwhile start
// at [NewWorkspace], which follows the files.
//
// Programs that connect servers on command, and tell everybody how each of them is,
// start at [NewRoom]; package control has the HTTP interface to it.
//
// It holds no behaviour of its own beyond wiring; behaviour is a value of
// [Policy], and what reaches outside is a field of [Env].
package host
