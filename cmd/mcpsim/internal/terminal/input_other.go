//go:build !unix

package terminal

import (
	"errors"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// input reads nothing where terminals are other things.
type input struct{}

func newInput(term.File) (*input, error) {
	return nil, errors.New("keys cannot be read on this system")
}

func (i *input) Read([]byte) (int, error) { return 0, io.EOF }

func (i *input) stop() {}

func (i *input) release() {}

func interruptSelf() {}

// There are no such signals.
var ResizeSignals, abortSignals []os.Signal

func raise(os.Signal) {}

// Interruptible is the reader as it is.
func Interruptible(from io.Reader) (reader io.Reader, stop func()) { return from, func() {} }
