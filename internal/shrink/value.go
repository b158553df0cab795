package shrink

import (
	"regexp"
	"strconv"
	"time"
)

// value is a time or a number in a scenario.
type value struct {
	text string
	key  string // of the member that it is, in a block
}

// String is the value with its key.
func (v value) String() string {
	if v.key == "" {
		return v.text
	}
	return v.key + ": " + v.text
}

var (
	timeText   = regexp.MustCompile(`^\d+(?:\.\d+)?(?:ns|us|ms|s|m|h)(?:\d+(?:ms|s|m))*$`)
	numberText = regexp.MustCompile(`^\d{1,9}$`)
)

// readable reports whether it is known how to make the value smaller.
func (v value) readable() bool { return timeText.MatchString(v.text) || numberText.MatchString(v.text) }

// smaller are values to try instead, the smallest first.
func (v value) smaller() []string {
	if n, err := strconv.Atoi(v.text); err == nil && numberText.MatchString(v.text) {
		var out []string
		for _, try := range []int{1, n / 10, n / 2, n - 1} {
			if try >= 1 && try < n {
				out = append(out, strconv.Itoa(try))
			}
		}
		return out
	}
	d, err := time.ParseDuration(v.text)
	if err != nil {
		return nil
	}
	var out []string
	for _, try := range []time.Duration{0, time.Millisecond, d / 100, d / 10, d / 2} {
		if try < d {
			out = append(out, short(try))
		}
	}
	return out
}

// others are values around, to see whether it matters.
func (v value) others() []string {
	if n, err := strconv.Atoi(v.text); err == nil && numberText.MatchString(v.text) {
		out := []string{strconv.Itoa(n + 1), strconv.Itoa(2*n + 3)}
		if n > 1 {
			out = append([]string{strconv.Itoa(n - 1)}, out...)
		}
		return out
	}
	d, err := time.ParseDuration(v.text)
	if err != nil {
		return nil
	}
	out := []string{short(d + time.Millisecond), short(2*d + time.Second)}
	if d > time.Millisecond {
		out = append([]string{short(d / 2), short(d - time.Millisecond)}, out...)
	}
	return out
}

// short is a duration as scenarios write it, in whole microseconds at least.
func short(d time.Duration) string {
	switch d = d.Round(time.Microsecond); {
	case d == 0:
		return "0s"
	case d%time.Hour == 0:
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	case d%time.Minute == 0:
		return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
	case d%time.Second == 0:
		return strconv.FormatInt(int64(d/time.Second), 10) + "s"
	case d%time.Millisecond == 0:
		return strconv.FormatInt(int64(d/time.Millisecond), 10) + "ms"
	}
	return strconv.FormatInt(int64(d/time.Microsecond), 10) + "us"
}
