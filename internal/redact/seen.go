package redact

import "slices"

// Seen are secrets that become known while text passes. The zero value is empty; it is
// used by one goroutine at a time.
type Seen struct {
	known  []string
	redact *Redactor // nil: known has changed
}

// Add remembers values, the newest most of them. Those below [Shortest] are left out.
func (s *Seen) Add(most int, values ...string) {
	for _, value := range values {
		if len(value) < Shortest || slices.Contains(s.known, value) {
			continue
		}
		s.known, s.redact = append(s.known, value), nil
		if over := len(s.known) - most; over > 0 {
			s.known = slices.Delete(s.known, 0, over)
		}
	}
}

// Text is a text without the values.
func (s *Seen) Text(text string) string {
	if s.redact == nil {
		s.redact = New(s.known)
	}
	return s.redact.Text(text)
}
