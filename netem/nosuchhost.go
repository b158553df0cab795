package netem

import "net"

// NoSuchHost fails attempts to connect with a *net.DNSError, as a resolver does
// that does not know the name or, if Temporary is set, does not answer in time.
type NoSuchHost struct{ Temporary bool }

// Kind is "no_such_host".
func (NoSuchHost) Kind() string { return "no_such_host" }

// Attach does nothing to connections that are open.
func (NoSuchHost) Attach(*Stream) Rule { return Rule{} }

// Admit fails the attempt.
func (f NoSuchHost) Admit(a Attempt) Admission {
	host, _, _ := net.SplitHostPort(a.Addr)
	err := &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	if f.Temporary {
		err = &net.DNSError{Err: "i/o timeout", Name: host, IsTimeout: true, IsTemporary: true}
	}
	return Admission{Err: err}
}
