// Package probe looks at one MCP server from outside: it writes exact bytes,
// keeps every byte that comes back. It knows connections, exchanges, streams,
// processes and what a survey of tools has shown, but no Gherkin: what a check
// says and judges is the vocabulary's, internal/steps/server.
//
// It is not a client runtime and shares no code with one: nothing is retried,
// repaired or hidden, and its codec is its own, so that a mistake of the
// runtime's cannot make a server look right.
//
// # How answers are found
//
// A check must not fail because a server breaks another one. So an answer with a
// mangled id is still taken for the answer, and lines that are no messages are
// passed over; the checks whose business that is look at the bytes.
//
// # How a server over HTTP is found
//
// It is looked for where the URL says. A redirect is followed that stays on the
// origin and repeats the request as it is; where initialize is not served, HTTP+SSE
// of 2024-11-05 is tried. An event stream that ends before its answer is asked for
// again if it says from where. Checks judge what was needed. What the caller has
// sent along, which may be secret, goes to no other origin.
//
// # A server's own tools
//
// No fixture is asked of a server: checks that need one call its own tools, those
// that say they only read ([Target].AllowCalls adds more), with arguments that
// package sample makes. Each is called once, in a session of its own, and checks
// share what that showed: which takes its time, which reports progress, what is
// returned. What no tool shows is not testable, and the reason says so.
//
// # Bounds
//
// A line, a body and an event are at most [MaxMessage] bytes; of one connection
// what a [FloodError] names is kept, of stderr the last [StderrKept] bytes.
package probe
