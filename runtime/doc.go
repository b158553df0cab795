// Package runtime is the map of the client runtime; nothing imports it.
//
// A program starts MCP servers with package host, which puts the parts together.
// What a program sees:
//
//	host         the entrance: policies, Env, and five runtimes
//	config       definitions of servers: reading, checking, look-ups, masking
//	protocol     MCP's methods, shapes and revisions
//	event        facts for the sinks of a program
//	transport    the contract of a wire
//	process      the contract of a process, and processes of the system
//	clock        the only door to time, and to turns
//
// Below internal/ is what host puts together:
//
//	session      one session: loader, registry of tools, reload and its like
//	workspace    settings, approvals and files of one project, and what runs
//	room         providers of a room server: commands, public states, log
//	hotreload    settings files: watch, compare, tell a workspace
//	control      HTTP interface of a room server and of its operator
//	reconcile    desired against online: a plan, and one pass at a time
//	pool         connections that the sessions of one program share
//	manager      many servers: start, gate, reconnect, teardown, the tool view
//	catalog      what one server has besides tools, mirrored
//	agents       servers of an agent framework: views, shared sessions, retries
//	agenttools   their tools: filters, schemas, names, approval, failures
//	connect      what opens and uses connections agree upon
//	conn         one server: handshake, lists, calls, answers to its requests
//	era          what an answer to server/discover says about a server
//	freshness    results of modern servers that may be used without asking again
//	mirror       what calls of a tool repeat in headers
//	transport/…  stdio, streamhttp and ws keep the contract of a wire, and
//	             duplex is what those over one stream share, dispatch what all do,
//	             lines how input is cut and its memory pooled
//	simplecall   one method call over HTTP without a connection
//	toolbridge   tools as a session sees them: names, results, failures
//	toolcache    best-effort store of tool definitions, for a fast start
//	login        obtains the tokens that servers want: discovery, registration, users
//	secrets      what definitions name: variables, commands, OAuth tokens
//	shell        runs one command line, for secrets
//	discovery    whose files define which servers, and which of them count
//	facts        stamps events and gives them to the sink
//	status       what people are told of servers: a line for each, and a hint
//	approval     what a user decided about servers that came with a project
//	admission    who may connect: allowed, excluded, pending, trust, bound
//	settings     what settings files say: layers, differences, identities
//	jsonrpc      envelopes, ids, classification
//	jsonscan     the one reader of JSON that servers send
//	backoff      retry schedules as data
//	flight       one run for all who want the same at once
//	excerpt      what servers say, shortened for people
//	address      URLs whose text gets into no error, and who may be reached by those of servers
//
// Imports go down this list, never up. Transports know jsonrpc and clock; conn does
// not know the manager; the manager does not know which transports exist; only host
// knows the operating system.
package runtime
