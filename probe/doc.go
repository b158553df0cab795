// Package probe looks at one MCP server from outside: it writes exact bytes,
// keeps every byte that comes back and judges both. Its [World] and [Steps] are
// what the features of the chapter server run with.
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
// # Bounds
//
// A line, a body and an event are at most [MaxMessage] bytes; of one connection
// at most [MaxKept] bytes are kept, of stderr the last [StderrKept].
package probe
