package status

import (
	"fmt"
	"strings"
)

// The texts of the view.
const (
	RejectedText  = "rejected — edit config to re-approve" // QWEN-91
	PendingText   = "needs approval"                       // QWEN-92
	DisabledText  = "disabled"
	NeedsAuthText = "needs authentication"
	// ErrorHint is shown below the list if a connection failed (S-QWEN-42).
	ErrorHint = "Run qwen --debug to see error logs"
)

// Connection is the state of a server's connection (S-QWEN-27).
type Connection string

const (
	Connected    Connection = "connected"
	Connecting   Connection = "connecting"
	Disconnected Connection = "disconnected"
)

// Approval says why a server that came with a project is not connected. The zero
// value is a server that needs no approval or has it (QWEN-94).
type Approval string

const (
	NoApproval Approval = ""
	Pending    Approval = "pending"
	Rejected   Approval = "rejected"
)

// Server is what the view is made from.
type Server struct {
	Name string
	// Disabled servers are not to be connected, as the settings say.
	Disabled bool
	Approval Approval
	// Problems are why the definition cannot be used: it is not connected then.
	Problems  []string
	NeedsAuth bool // it refused the connection for want of a login
	// Connection is Disconnected if it is empty.
	Connection Connection
}

// Style is how a line is to be seen.
type Style string

const (
	Good    Style = "good"
	Neutral Style = "neutral"
	Warning Style = "warning"
	Bad     Style = "bad"
)

// Line is one server in the list and in its own view, which say the same
// (QWEN-93).
type Line struct {
	Name  string
	Text  string // how it is, or why it is not connected
	Style Style
}

// String is "name: text".
func (l Line) String() string { return fmt.Sprintf("%s: %s", l.Name, l.Text) }

// View is the whole list.
type View struct {
	Lines []Line // in the order of the servers
	Hint  string // below the list, empty when there is none
}

// Of is the view of servers. The first that applies is told: disabled, not approved,
// cannot be used as it is defined, needs authentication, state of the connection
// (S-QWEN-42).
func Of(servers []Server) View {
	var v View
	for _, s := range servers {
		v.Lines = append(v.Lines, s.Line())
		if s.Failed() {
			v.Hint = ErrorHint
		}
	}
	return v
}

// Line is what is shown of one server.
func (s Server) Line() Line {
	switch {
	case s.Disabled:
		return Line{s.Name, DisabledText, Neutral}
	case s.Approval == Rejected:
		return Line{s.Name, RejectedText, Warning}
	case s.Approval == Pending:
		return Line{s.Name, PendingText, Warning}
	case len(s.Problems) > 0:
		return Line{s.Name, strings.Join(s.Problems, "; "), Bad}
	case s.NeedsAuth:
		return Line{s.Name, NeedsAuthText, Warning}
	}
	switch s.Connection {
	case Connected:
		return Line{s.Name, string(Connected), Good}
	case Connecting:
		return Line{s.Name, string(Connecting), Neutral}
	}
	return Line{s.Name, string(Disconnected), Bad}
}

// Failed reports whether the connection is down although the user did not want that,
// so that the logs of errors are worth a look (QWEN-95).
func (s Server) Failed() bool { return s.Line().Text == string(Disconnected) }
