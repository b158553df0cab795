// Package stdio carries MCP over the pipes of a child process: one JSON-RPC
// message per line, requests on stdin, answers on stdout, anything on stderr.
//
// One goroutine each reads stdout, reads stderr and waits for the exit; one more
// writes stdin while there is something to write. Whatever ends the connection
// starts the owner, which ends the process; Close waits for it, and with it for
// all of them. Callers never wait for a pipe: they queue a
// frame and wait for the answer, their context or their deadline.
//
// The package does not restart processes, does not send protocol messages of
// its own (no handshake, no cancellation) and never runs a shell.
//
// # Lines
//
// A line may be up to Options.MaxLine bytes; a longer one ends the transport
// with a *[LineTooLongError], and never more than twice that much is held.
// CRLF, blank lines and a byte order mark before the first line are accepted,
// and so is a last line without newline if it is complete. A line that is not
// JSON is dropped and reported, or ends the transport, as Options.BadLine
// says. An array is a batch: its messages are handled in order.
package stdio
