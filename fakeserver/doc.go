// Package fakeserver is a scriptable fake MCP server. A [Script] is data: what the
// server is and offers, and rules that make it depart from a correct server. A
// script without rules is a correct server of the legacy revisions 2024-11-05 to
// 2025-11-25.
//
// The same server speaks over the pipes of a process ([Server.ServeStdio]) and
// over streamable HTTP, HTTP+SSE or WebSockets ([Server.Handler], [Server.Serve]). Its front ends take
// readers, writers and listeners, so they run on emulated pipes in virtual time
// and on real processes and sockets alike. It keeps a journal of everything it saw
// and sent, and a ledger of side effects.
//
// # How a rule works
//
// A moment (a message is received, an answer was sent, the connection went idle …)
// is met by all rules whose conditions hold. Their actions, in order, are a small
// program that runs before what the server would do anyway; the action answer
// moves that into the middle. Programs of different messages run side by side:
// one that waits does not hold up another. The server writes and reads wire bytes with
// a codec of its own, so that a bug in a client's codec cannot hide here.
//
//	rules:
//	  - when: {method: tools/call, tool: bump, nth: 2}
//	    do:
//	      - delay: 2s
//	      - exit: 137
//
// In Go the same rule is
//
//	do, err := fakeserver.ParseActions("delay: 2s", "exit: 137")
//	rule := fakeserver.Rule{When: fakeserver.When{Method: "tools/call", Tool: "bump", Nth: 2}, Do: do}
//
// and goes into [Script.Rules], or into a running server by [Server.AddRule].
//
// # The actions
//
//	delay hold answer never duplicate reorder batch   when and how often it answers
//	error result patch id cursor                      what it answers
//	raw stderr split frame pad                        which bytes it writes
//	stdin exit ignore                                 how the process behaves
//	status headers as session sse end drop stream
//	compress encode goaway                            how HTTP behaves
//	notify request progress                           what it sends of its own accord
//	state commit offer                                what it remembers and offers
//
// An action that has no meaning where it is applied (exit over HTTP, status over
// stdio) does nothing and leaves an entry in the journal.
//
// # What it is not
//
// It is not a client, not a network (faults of links belong to package netem) and
// not a validator.
//
// # The catalogue
//
// [Catalogue] lists named servers, each a script that shows one failure known from
// the field. A new one is a file in catalogue/, whose head says what it does wrong,
// which field failure that is, and over which transports it shows, and a pattern
// in catalogue_faults_test.go, which a plain client must see.
//
// # Adding an action
//
// Write a struct whose fields have yaml tags and doc comments, give it apply and,
// if it can be wrong, check; enter it in the table of action.go; run the tests with
// -update for the JSON Schema; add a case that sees its effect.
package fakeserver
