package servertest

import (
	"io"
	"strings"
)

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

// Decoding reads as a server does that decodes what one read gives it: of a character that is
// cut it makes two.
type Decoding struct{ From io.Reader }

// Read reads a quarter of what fits, as U+FFFD is longer than what it stands for.
func (d Decoding) Read(b []byte) (int, error) {
	n, err := d.From.Read(b[:max(1, len(b)/4)])
	return copy(b, strings.ToValidUTF8(string(b[:n]), "\uFFFD")), err
}
