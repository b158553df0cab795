package dispatch

import (
	"cmp"
	"time"
)

// DefaultTimeout bounds requests and notifications that have no timeout of
// their own (OMP-TP-48, OMP-TP-75).
const DefaultTimeout = 30 * time.Second

// NoTimeout is the option value for "no deadline anywhere": the zero
// value of an option means [DefaultTimeout].
const NoTimeout time.Duration = -1

// Deadline turns an option into a duration for clock.WithTimeout, in which 0
// means none.
func Deadline(option time.Duration) time.Duration {
	return max(0, cmp.Or(option, DefaultTimeout))
}
