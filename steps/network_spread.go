package steps

import (
	"fmt"
	"slices"
	"time"
)

// checkSpread wants links to be tried together at first, and then no longer: what jitter
// is for.
func checkSpread(all []wired) error {
	for i, want := range []string{"one moment", "several moments"} {
		var at []time.Duration
		for _, s := range all {
			dials := s.dials()
			if len(dials) <= i {
				return fmt.Errorf("there were connections to %s at %s: these are not %d", s.name, dials, i+1)
			}
			at = append(at, dials[i])
		}
		together := len(slices.Compact(slices.Sorted(slices.Values(at)))) == 1
		if together != (i == 0) {
			return fmt.Errorf("attempt %d of each was made at %s: want %s", i+1, at, want)
		}
	}
	return nil
}

// checkParts wants each wait of a link to have a jitter of its own.
func checkParts(all []wired, least []time.Duration) error {
	for _, s := range all {
		if err := s.checkGaps(least); err != nil {
			return err
		}
		at, seen := s.dials(), map[time.Duration]int{}
		for i, low := range least {
			if low <= 0 {
				return fmt.Errorf("gap %d: %s has no parts: want more than 0", i+1, low)
			}
			part := 100 * (at[i+1] - at[i] - low) / low
			if before := seen[part]; before > 0 {
				return fmt.Errorf("gaps %d and %d are both longer by %d %%: %s", before, i+1, part, at)
			}
			seen[part] = i + 1
		}
	}
	return nil
}
