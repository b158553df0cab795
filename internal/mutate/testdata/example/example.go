// Package example has something for every operator.
package example

import (
	"errors"
	"time"
)

const (
	limit = 3
	kind  = "even"
)

const pause = 2 * time.Second

var errOdd = errors.New("odd number")

// State is a string of its own.
type State string

// Idle is a constant that becomes a variable.
const Idle State = "idle"

// Half has an early return, a condition and an error.
func Half(n int) (int, error) {
	if n < 0 {
		return 0, errOdd
	}
	if n%2 == 0 && n != limit {
		return n / 2, nil
	}
	return 0, errOdd
}

// Quarter passes the results of a call on.
func Quarter(n int) (int, error) {
	half, err := Half(n)
	if err != nil {
		return half, err
	}
	return Half(half)
}

// Count has a loop, a deferred call and a map.
func Count(words []string) (seen map[string]int) {
	seen = map[string]int{kind: 0}
	defer delete(seen, "")
	for i := 0; i < len(words); i++ {
		seen[words[i]]++
	}
	delete(seen, kind)
	return seen
}

// Wait is how long to wait.
func Wait(long bool) time.Duration {
	switch {
	case long:
		return pause
	}
	return time.Second
}

// Unseen is not tested.
func Unseen() bool { return true }
