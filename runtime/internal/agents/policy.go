package agents

import (
	"fmt"
	"time"
)

// Policy is how a manager treats its servers. The zero value connects one after the
// other, records failures, keeps failed servers active and passes cancellations on;
// profiles live in package host.
type Policy struct {
	// Strict has ConnectAll and Reconnect fail when a server does (OAI-21). Off: the
	// failure is recorded and the others go on (OAI-20).
	Strict bool
	// DropFailed has only connected servers be active (OAI-17). Off: all are, once
	// they have been tried (OAI-19).
	DropFailed bool
	// SuppressCancelled records a connect that a server cancelled as its failure, and
	// has a cancelled caller get the servers that are active (OAI-12, A-O9). Off: the
	// cancellation is returned.
	SuppressCancelled bool
	// Parallel gives each server a worker of its own, and connects them side by side.
	// Cleanup is one after the other in both modes (OAI-10).
	Parallel bool
	// ConnectTimeout and CleanupTimeout bound each connect and each cleanup; 0 is no
	// limit.
	ConnectTimeout, CleanupTimeout time.Duration
}

// DefaultPolicy is the documented one (S-OAI-01).
func DefaultPolicy() Policy {
	return Policy{
		DropFailed:        true,
		SuppressCancelled: true,
		ConnectTimeout:    10 * time.Second,
		CleanupTimeout:    10 * time.Second,
	}
}

// validate checks what no value of the types can rule out (D-O10).
func (p Policy) validate() error {
	if p.ConnectTimeout < 0 {
		return fmt.Errorf("connect timeout of %s: must be positive, or 0 for none", p.ConnectTimeout)
	}
	if p.CleanupTimeout < 0 {
		return fmt.Errorf("cleanup timeout of %s: must be positive, or 0 for none", p.CleanupTimeout)
	}
	return nil
}
