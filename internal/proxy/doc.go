// Package proxy stands between a real client and a real server. Bytes go through as they
// are, both ways, unless a rule or a fault of the link changes them on purpose.
//
//	client ── link (netem) ── rules (fakeserver) ── server
//
// A client that starts its server as a process starts the proxy instead ([Proxy.Stdio]); one that
// asks a URL asks the proxy's ([Proxy.Handler]). The faults of links are those of package
// netem on the wall clock, and rules have the grammar of scripts of package fakeserver.
//
// What lies between the two is observed, not judged: the package knows of MCP what rules
// must know to meet a message (its method, its id, its tool), and nothing of validity.
package proxy
