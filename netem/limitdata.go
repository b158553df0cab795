package netem

// LimitData closes the connection behind the first Bytes of the stream: both
// ends get an end of file, and writes after that a reset. Bytes count from the
// opening of the stream, whenever the fault is added; 0 lets nothing through.
type LimitData struct{ Bytes int64 }

// Kind is "limit_data".
func (LimitData) Kind() string { return "limit_data" }

// Attach counts and closes.
func (f LimitData) Attach(*Stream) Rule {
	return Rule{Write: func(u Unit) Verdict {
		if n, here := u.crosses(f.Bytes); here {
			return u.Cut(n, CloseEnd)
		}
		return pass
	}}
}
