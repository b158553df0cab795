// Package netem is an emulated network for one simulation in virtual time:
// listeners and connections that a real net/http server and client run over,
// fake child processes with their pipes, and links on which faults are put.
//
//	n := netem.New(sim)
//	l, err := n.Listen("docs.test:80")              // for http.Server.Serve
//	t := &http.Transport{DialContext: n.Dial("host")}
//	remove := n.Link("docs").Add(netem.Latency{Delay: 20 * time.Millisecond})
//
// The package moves bytes. It knows no MCP beyond "a message is a line", it has
// no packets, routes or names to resolve, and it does not touch real sockets.
//
// # Model
//
// A connection has two directions, up and down; a process has stdin (up),
// stdout (down) and stderr. Each direction of each connection is one actor of
// the simulation, such as "docs/conn-3/down", where 3 is the ordinal of the
// attempt to connect on the link. One Write is one unit; a unit is delivered by
// one event, never at once; so are the end of a stream, resets, signals and
// exits. A direction keeps its order, and holds 64 KiB of unread bytes
// before its writer waits. All waits are durable in the sense of
// testing/synctest: virtual time moves while somebody is blocked.
//
// # Faults
//
// On its way a unit meets, in this order: message rules (whole lines), gates
// (everything behind a closed gate waits), write rules (bytes of one Write),
// conditions (delays). Of the rules of one level the first verdict that does
// not pass wins; conditions add up. A fault concerns both directions of
// everything on its link unless a [Scope] narrows it.
//
//	conditions  Latency            delay, jitter, distribution, correlation
//	            Bandwidth          bytes per second
//	            GEModel            bursts of loss, seen as retransmission delay
//	gates       Stall              nothing travels, from a time or byte on
//	            Buffer             a buffering proxy: bursts by size, time or end
//	bytes       Slicer             small slices with gaps
//	            Corrupt            one bit of a Write flipped
//	            Truncate           the tail of a Write lost
//	ends        ResetPeer          ECONNRESET at a time or byte
//	            HalfClose          end of one direction at a time or byte
//	            LimitData          closed behind n bytes
//	            SlowClose          the end arrives late
//	messages    DropMessage        lines lost
//	            DuplicateMessage   lines twice
//	            ReorderMessage     each n-th line overtakes
//	            HoldMessage        lines kept until the fault is removed
//	connecting  Refuse             ECONNREFUSED
//	            Blackhole          no answer
//	            SlowAccept         the server accepts late
//	            NoSuchHost         the name does not resolve
//
// To add a fault, write one file with a struct whose fields carry their units,
// Kind and Attach (and Admit, for connecting), give it a row here and a row in
// TestFaultsOnStreams or TestFaultsOnConnecting, and add it to
// TestRemovalRestoresTheLink. Random decisions come from [Stream.Seed], which is
// a pure function of what the decision is about: no fault shifts another's luck.
package netem
