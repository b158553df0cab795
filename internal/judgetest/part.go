package judgetest

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"testing"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

var part = flag.String("part", "", "judge only the I-th of N parts of the subjects, `I/N`; 1/1 = all, without it the part of the day")

// Part says which subjects are judged, by their names: those of the part that -part names,
// or else one in usual, others each day. make judges judges all.
func Part(t testing.TB, usual int) (mine func(name string) bool) {
	t.Helper()
	nth, of := clock.Real().Now().YearDay()%usual, usual
	if *part != "" {
		if n, err := fmt.Sscanf(*part, "%d/%d", &nth, &of); n != 2 || err != nil || of < 1 {
			t.Fatalf("-part %q is not I/N, such as 1/1 for all", *part)
		}
	}
	return func(name string) bool { return drawn(name, of) == nth%of }
}

// drawn is a number below n that is as good as random, and the same for a name each time.
func drawn(name string, n int) int {
	sum := sha256.Sum256([]byte(name))
	return int(binary.BigEndian.Uint32(sum[:]) % uint32(n))
}
