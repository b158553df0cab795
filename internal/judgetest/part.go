package judgetest

import (
	"flag"
	"fmt"
	"hash/fnv"
	"testing"
	"time"
)

var part = flag.String("part", "", "judge only the I-th of N parts of the subjects, `I/N`; 1/1 = all, without it the part of the day")

// Part says which subjects are judged, by their names: those of the part that -part names,
// or else one in usual, others each day. make judges judges all.
func Part(t testing.TB, usual int) (mine func(name string) bool) {
	t.Helper()
	nth, of := time.Now().YearDay()%usual, usual
	if *part != "" {
		if n, err := fmt.Sscanf(*part, "%d/%d", &nth, &of); n != 2 || err != nil || of < 1 {
			t.Fatalf("-part %q is not I/N, such as 1/1 for all", *part)
		}
	}
	return func(name string) bool {
		h := fnv.New32()
		_, _ = h.Write([]byte(name))
		return int(h.Sum32()%uint32(of)) == nth%of
	}
}
