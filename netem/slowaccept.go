package netem

import "time"

// SlowAccept hands connections to the server's Accept Delay after they were
// established. The client may write before that.
type SlowAccept struct{ Delay time.Duration }

// Kind is "slow_accept".
func (SlowAccept) Kind() string { return "slow_accept" }

// Attach does nothing to connections that are open.
func (SlowAccept) Attach(*Stream) Rule { return Rule{} }

// Admit delays the server's side.
func (f SlowAccept) Admit(Attempt) Admission { return Admission{AcceptAfter: f.Delay} }
