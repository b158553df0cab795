// Package pool lets the sessions of one program share connections: a session
// that asks for a server which another one has gets the same connection, with the
// lists that are known of it and without a message to the server (S-QWEN-32).
//
//   - [Pool] keeps one connection per identity and counts who uses it.
//   - [Session] is what a session connects with: it stands in front of the session's
//     own connector and takes what can be shared from the pool.
//
// A connection outlives its last user for a while, and ends with its process then
// (S-QWEN-33). One that is lost is forgotten at once; calls are not repeated
// (S-QWEN-34).
//
// The package does not decide which servers may connect: it is not asked for the
// others (QWEN-64, QWEN-66). It selects no tools: what a session does not want to see is up
// to its manager, so that sessions can differ over one connection. It reconnects
// nothing.
package pool
