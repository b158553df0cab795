package recording

import (
	"net/http"
	"time"
)

// Format and Version are in the header of each file. Fields may be added to a version; none
// changes its meaning.
const (
	Format  = "mcpsim-recording"
	Version = 1
)

// Kind says what an entry is about.
type Kind string

// The kinds.
const (
	Open     Kind = "open"     // a connection began; Text says how: the command, or the URL
	Chunk    Kind = "chunk"    // Data was read from From
	Request  Kind = "request"  // the head of an HTTP request: Verb, URL, Header
	Response Kind = "response" // the head of the HTTP answer from the server: Status, Header
	End      Kind = "end"      // From has ended its side; Text is the error, if it was one
	Signal   Kind = "signal"   // the client has sent the signal Text
	Exit     Kind = "exit"     // the server's process has ended with Code
	Act      Kind = "act"      // a rule or a fault did Text; Place says which
)

// The sides from which data is read.
const (
	Client = "client"
	Server = "server"
	Stderr = "stderr" // of the server
)

// Entry is one line. The zero value of a field means that it does not apply.
type Entry struct {
	At       time.Time   // when it was read
	Kind     Kind        //
	Conn     int         // the connection, from 1: a process life, or an MCP session over HTTP
	Exchange int         // the HTTP request and its answer, from 1
	From     string      // Client, Server or Stderr
	Data     []byte      // as it was read, cut wherever the reader happened to
	Verb     string      //
	URL      string      //
	Status   int         //
	Header   http.Header //
	Text     string      //
	Place    string      //
	Code     int         //
}
