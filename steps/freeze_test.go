//go:build race

package steps

import "time"

// Messages of 16 MiB take long under the race detector, beside other work most of all.
func init() { freezeAfter = time.Minute }
