package redact

import "slices"

// Seen are secrets that become known while text passes. The zero value is empty; it is
// used by one goroutine at a time.
type Seen struct {
	known  map[string][]string // by who has said them
	redact *Redactor           // nil: known has changed
}

// Add remembers values that someone has said, the newest most of them: whoever says many
// makes those of others no less known. Values below [Shortest] are left out.
func (s *Seen) Add(who string, most int, values ...string) {
	for _, value := range values {
		said := s.known[who]
		if len(value) < Shortest || slices.Contains(said, value) {
			continue
		}
		if s.known == nil {
			s.known = map[string][]string{}
		}
		said = append(said, value)
		s.known[who], s.redact = slices.Delete(said, 0, max(0, len(said)-most)), nil
	}
}

// Text is a text without the values.
func (s *Seen) Text(text string) string { return s.current().Text(text) }

// Rest is [Redactor.Rest] for the values.
func (s *Seen) Rest(text string) string { return s.current().Rest(text) }

// Pending is [Redactor.Pending] for the values.
func (s *Seen) Pending(text string) int { return s.current().Pending(text) }

func (s *Seen) current() *Redactor {
	if s.redact == nil {
		var all []string
		for _, said := range s.known {
			all = append(all, said...)
		}
		s.redact = New(all)
	}
	return s.redact
}
