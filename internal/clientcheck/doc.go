// Package clientcheck looks at one MCP client from the server's side: it runs the
// client's program against fake servers, each of which does one thing wrong or
// unusual, and keeps the journal of the server. It knows situations and runs, but
// no Gherkin: what a check says and judges is the vocabulary's,
// internal/steps/client.
//
// It is not a server (package fakeserver is) and no client: the program under
// test is a black box that is told what to do by the contract of the official
// conformance suite.
//
// # The contract
//
// The program is started without a shell, with the URL of the server as its last
// argument, and with these variables in its environment:
//
//	MCP_CONFORMANCE_SCENARIO           what to do, see [Scenarios]
//	MCP_CONFORMANCE_PROTOCOL_VERSION   the revision to offer, [Revision] or [ModernRevision]
//	MCP_CONFORMANCE_CONTEXT            JSON with more about that, if there is more
//
// A client over stdio gets the command line of a server instead of a URL: its
// words are the last arguments, and MCPSIM_SERVER_COMMAND holds them quoted for a
// POSIX shell. It ends by itself, with code 0 if it did what it was asked to do.
//
// What a client reads shows in what it sends: cursors come back, and in the scenario
// mcpsim-echo, which is optional, the result of a call does. A program that does not know
// a scenario ends with a code other than 0, and is not judged by it.
//
// Where a server asks for a token the scenarios begin with auth/. The user agent of the
// contract is one GET of the authorization request, whose Location is the callback: the
// redirect URI is never contacted, and no user is asked.
//
// # What is judged
//
// A client that does not log in at a correct server is not observed by the checks of logins.
//
// A situation that never arose is not observed, never passed: a client that opens
// no GET stream cannot say with which headers it would. One run serves all checks
// that look at the same situation, and checks about single messages look at the runs of
// all situations. Runs go on side by side, [Target].Parallel at a time, the longest first, or
// of a client that starts slowly those that tell most ([Rank]), and few of them start at a
// time ([Target].Starts). Times are those of the wall clock,
// with slack in favour of the client.
//
// # Bounds
//
// A run ends after the timeout of the [Target], and as soon as the client has said all
// that is kept, or all that the situation asks for; the program is then terminated, and
// killed with its group if that is not enough. A client that gives no sign of life has the
// same time for that, and no more. The budget of the [Target] ends all runs, and a moment later
// their judging. Of what the client writes to stdout and stderr the last [OutputKept] bytes are
// kept. What is kept of all runs is bounded, and few clients at a time may send much: the
// memory does not grow with the number of runs that go on side by side.
package clientcheck
