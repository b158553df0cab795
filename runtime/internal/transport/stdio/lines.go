package stdio

import (
	"bytes"
	"errors"
	"io"

	"github.com/mcpsim/mcpsim/runtime/internal/transport/lines"
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// input is the lines of a server that are not blank.
type input struct {
	*lines.Reader
	begun bool
}

func newInput(r io.Reader, limit int) *input { return &input{Reader: lines.New(r, limit, false)} }

// next returns the next line that is not blank, without space around it. After the last
// line it returns the reader's error, io.EOF at the end.
func (in *input) next() (lines.Line, error) {
	for {
		line, err := in.Next()
		if errors.Is(err, lines.ErrTooLong) {
			err = &LineTooLongError{Limit: in.Max}
		}
		if err != nil {
			return line, err
		}
		if !in.begun {
			line.Text = bytes.TrimPrefix(line.Text, byteOrderMark)
		}
		in.begun = true
		if line.Text = bytes.TrimSpace(line.Text); len(line.Text) > 0 {
			return line, nil
		}
	}
}
