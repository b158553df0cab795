package fakeserver

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes; in YAML a number, with KiB, MiB or GiB if wanted.
type Size int64

var units = []struct {
	suffix string
	factor int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}, {"", 1}}

// setScalar reads a size.
func (s *Size) setScalar(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/u.factor {
			break
		}
		*s = Size(n * u.factor)
		return nil
	}
	return fmt.Errorf("%q is not a size such as 65537 or 1MiB", text)
}

func (s Size) or(def Size) int {
	if s > 0 {
		return int(s)
	}
	return int(def)
}
