package netem

// Blackhole never answers attempts to connect: they wait for their context or
// for the fault's removal. Open connections are not affected; see [Stall].
type Blackhole struct{}

// Kind is "blackhole".
func (Blackhole) Kind() string { return "blackhole" }

// Attach does nothing to connections that are open.
func (Blackhole) Attach(*Stream) Rule { return Rule{} }

// Admit holds the attempt.
func (Blackhole) Admit(Attempt) Admission { return Admission{Hold: true} }
