package jsonscan

import "fmt"

// SyntaxError says that bytes are not exactly one JSON value.
type SyntaxError struct {
	Offset int    // of the first byte that does not fit
	What   string // what was expected or found
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.What)
}

// TypeError says that a value is JSON, but of another kind than its place demands.
type TypeError struct {
	Member string // the innermost one that the value is in, "" for none
	Offset int    // of the value, in bytes
	Found  string
	Want   string
}

func (e *TypeError) Error() string {
	if e.Member == "" {
		return e.Found + ", not " + e.Want
	}
	return fmt.Sprintf("%q is %s at byte %d, not %s", e.Member, e.Found, e.Offset, e.Want)
}

// kind names the value that begins with a byte.
func kind(first byte) string {
	switch first {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
