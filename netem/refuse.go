package netem

import (
	"os"
	"syscall"
)

// Refuse refuses attempts to connect with ECONNREFUSED.
type Refuse struct{}

// Kind is "refuse".
func (Refuse) Kind() string { return "refuse" }

// Attach does nothing to connections that are open.
func (Refuse) Attach(*Stream) Rule { return Rule{} }

// Admit refuses.
func (Refuse) Admit(Attempt) Admission {
	return Admission{Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}
