// Package control is the HTTP interface of a room server and of the operator who
// tells it which MCP providers to connect, and the settings files of both roles.
//
//	POST /admin/mcp/load    server: connect these providers
//	GET  /admin/mcp/status  server: how they are
//	GET  /status/mcp        server: the same, for members too
//	GET  /health            both: whether this process is healthy, whatever its providers are
//	GET  /tools             server: the tools that the asking entity sees
//	POST /tools/call        server: call one of them
//	POST /mcp/load          operator: have the server connect these providers
//	GET  /mcp/status        operator: what the server says
//
// Handlers hold nothing: a [Runtime] does the work and never makes a request wait
// for a connection. Entities are told apart by their tokens: what each sees and may use
// is the room's to decide. All routes but /health are for programs on this
// machine: requests that a browser makes on behalf of a page from elsewhere are
// refused (see [Guard]), and a token can be demanded. Everything is bounded:
// bodies, numbers of providers, times ([Serve]).
//
// The package starts no server and knows no manager; package host has the runtime.
package control
