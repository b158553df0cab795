// Package duplex is what transports over one two-way stream of messages share:
// requests in flight and their answers, the queue of what goes out, the counts of
// what came in and could not be used. Where the stream comes from, how it is cut
// into messages and how it ends is the business of packages stdio and ws.
//
// It opens nothing, reads nothing and reconnects nothing.
package duplex
