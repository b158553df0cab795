// Package agenttools is what an agent framework makes of the tools of MCP
// servers: which of them an agent may see, under which names and with which
// schemas, which calls need an approval, and what becomes of a failure.
//
// Everything here is a pure function of its arguments, and every result that is
// a list or a text is the same for any order of servers and tools (OAI-73 to 75).
// Nothing is kept, nothing is sent and nothing of what was given is changed;
// package agents owns the servers, their caches and the calls.
package agenttools
