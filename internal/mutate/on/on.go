// Package on holds the switches that package mutate writes into a copy of the
// source: each keeps the meaning of the code it stands in, until the environment
// variable [Mutant] holds its number. It is no part of any program that is built
// from the source as it is.
package on

import (
	"cmp"
	"os"
	"strconv"
	"sync"
)

const (
	Mutant = "MCPSIM_MUTANT"       // the number of the mutant that is switched on; numbers start at 1
	Reach  = "MCPSIM_MUTANT_REACH" // a file that gets the number of each switch that is executed, one a line; see Is
)

var active, _ = strconv.Atoi(os.Getenv(Mutant))

var reached = openReach(os.Getenv(Reach))

// reachFile notes each number once per process.
type reachFile struct {
	seen sync.Map
	file *os.File // several processes append to it
}

func openReach(name string) *reachFile {
	if name == "" {
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil
	}
	return &reachFile{file: file}
}

func (r *reachFile) mark(id int) {
	if _, old := r.seen.LoadOrStore(id, true); !old {
		_, _ = r.file.WriteString(strconv.Itoa(id) + "\n")
	}
}

// Is reports whether the mutant is switched on. It is asked where the mutant would make a
// difference: a comparison with another boundary does so for equal values alone, an error
// left out does not where there is none. What does not ask runs as if there were no mutant.
func Is(id int) bool {
	if reached != nil {
		reached.mark(id)
	}
	return id == active
}

// Either is a, or b.
func Either[T any](id int, a, b T) T {
	if Is(id) {
		return b
	}
	return a
}

// Not is b, or its opposite.
func Not[B ~bool](id int, b B) B { return b != B(Is(id)) }

// And is a && b, or a || b.
func And(id int, a bool, b func() bool) bool {
	if Is(id) {
		return a || b()
	}
	return a && b()
}

// Or is a || b, or a && b.
func Or(id int, a bool, b func() bool) bool {
	if Is(id) {
		return a && b()
	}
	return a || b()
}

// Less is a < b, or a <= b.
func Less[T cmp.Ordered](id int, a, b T) bool { return a < b || a == b && Is(id) }

// LessEqual is a <= b, or a < b.
func LessEqual[T cmp.Ordered](id int, a, b T) bool { return a < b || a == b && !Is(id) }

// Greater is a > b, or a >= b.
func Greater[T cmp.Ordered](id int, a, b T) bool { return a > b || a == b && Is(id) }

// GreaterEqual is a >= b, or a > b.
func GreaterEqual[T cmp.Ordered](id int, a, b T) bool { return a > b || a == b && !Is(id) }

// Number is what has a neighbour.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// Plus is v, or one more.
func Plus[T Number](id int, v T) T {
	if Is(id) {
		v++
	}
	return v
}

// Minus is v, or one less.
func Minus[T Number](id int, v T) T {
	if Is(id) {
		v--
	}
	return v
}

// Twice is v, or twice as much.
func Twice[T Number](id int, v T) T {
	if Is(id) {
		v *= 2
	}
	return v
}

// Text is s, or s with a ~ at its end.
func Text[S ~string](id int, s S) S {
	if Is(id) {
		s += "~"
	}
	return s
}

// Error is err, or nil.
func Error(id int, err error) error {
	if err != nil && Is(id) {
		return nil
	}
	return err
}
