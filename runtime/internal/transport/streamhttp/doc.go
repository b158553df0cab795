// Package streamhttp carries MCP over HTTP: every message is a POST to one URL,
// answered with JSON or with a stream of server-sent events, and an optional
// GET stream brings what the server says of its own accord.
//
// Each request runs on its caller's goroutine; a second one reads its event
// stream, and goes on after the answer until the stream ends (OMP-TP-30,
// OMP-TP-31). Further goroutines are the listener and, while there is something
// to send, the answers to server requests. Close joins all of them. Callbacks
// run one at a time, over all streams.
//
// The package never reconnects or re-sends a request, except once with refreshed
// credentials (OMP-TP-80) and where net/http can prove that nothing of the request
// was written to a connection that had gone stale. It resumes streams only where
// Options say so.
//
// [Transport] is streamable HTTP. [Legacy] is the transport with two URLs that
// revision 2024-11-05 had instead.
//
// # Events
//
// Streams are read as the standard says, with the deviations of the documented
// runtime: a last event that is complete but for its blank line is delivered (F-36). An
// event without data, such as the priming event of resumable servers, is
// skipped (FF-52), "[DONE]" ends a stream (F-36), and an event with a name
// of its own whose data is not JSON is no message. Events are bounded, and every byte is
// looked at once, however they are cut into reads.
package streamhttp
