package servertest

import "io"

// Hasty reads as a server does that takes what one read gives it for messages: of a short
// line that comes in pieces all but the last are lost.
type Hasty struct{ From io.Reader }

// Read passes over short pieces that end no line.
func (h Hasty) Read(b []byte) (int, error) {
	for {
		n, err := h.From.Read(b)
		if err != nil || n == 0 || n > 1<<12 || b[n-1] == '\n' {
			return n, err
		}
	}
}
