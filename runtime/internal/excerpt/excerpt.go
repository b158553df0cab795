// Package excerpt shortens what servers say. A text for people holds the beginning and
// says how much there was; what programs compare or send back is never shortened.
package excerpt

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

const (
	// Text is how much of a text is shown to people, in bytes.
	Text = 2000
	// Word is how much of a name in a text is.
	Word = 200
	// Kept is how much is kept for programs of what has no use in full, in bytes.
	Kept = 64 << 10
)

// Of is a text of at most [Text] bytes as it is, and the beginning of a longer one.
func Of(text string) string { return To(text, Text) }

// To does the same with another limit, in bytes, that is longer than a character. It
// cuts none in two.
func To(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for limit-end < utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%s bytes, %s shown)", text[:end], grouped(len(text)), grouped(end))
}

// grouped writes a number in groups of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Error is err, which is not nil, with a text of at most [Text] bytes.
func Error(err error) error { return &excerpted{err} }

type excerpted struct{ whole error }

func (e *excerpted) Error() string { return Of(e.whole.Error()) }
func (e *excerpted) Unwrap() error { return e.whole }
