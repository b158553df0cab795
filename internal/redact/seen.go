package redact

import "slices"

// Seen are secrets that become known while text passes. The zero value is empty; it is
// used by one goroutine at a time.
type Seen struct {
	kept   []string
	known  map[string][]string // by who has said them
	redact *Redactor           // nil: known has changed
}

// Keep remembers values for good.
func (s *Seen) Keep(values ...string) { s.kept, s.redact = append(s.kept, values...), nil }

// MostSeen bounds the values of one who says them, together, in bytes. Each is looked for in
// several forms, in all that is said.
const MostSeen = 64 << 10

// Add remembers values that someone has said, the newest most of them of at most [MostSeen]
// bytes: whoever says many makes those of others no less known. Values below [Shortest] are
// left out, and longer ones than that.
func (s *Seen) Add(who string, most int, values ...string) {
	for _, value := range values {
		said := s.known[who]
		if len(value) < Shortest || len(value) > MostSeen || slices.Contains(said, value) {
			continue
		}
		if s.known == nil {
			s.known = map[string][]string{}
		}
		said = append(said, value)
		s.known[who], s.redact = newest(said, most), nil
	}
}

// newest are the last values, at most so many.
func newest(values []string, most int) []string {
	first, size := len(values), 0
	for first > max(0, len(values)-most) && size+len(values[first-1]) <= MostSeen {
		first--
		size += len(values[first])
	}
	return slices.Delete(values, 0, first)
}

// Text is a text without the values.
func (s *Seen) Text(text string) string { return s.current().Text(text) }

// Rest is [Redactor.Rest] for the values.
func (s *Seen) Rest(text string) string { return s.current().Rest(text) }

// Pending is [Redactor.Pending] for the values.
func (s *Seen) Pending(text string) int { return s.current().Pending(text) }

func (s *Seen) current() *Redactor {
	if s.redact == nil {
		all := slices.Clone(s.kept)
		for _, said := range s.known {
			all = append(all, said...)
		}
		s.redact = New(all)
	}
	return s.redact
}
