//go:build !unix

package watch

import (
	"errors"
	"os"

	"github.com/charmbracelet/x/term"
)

// keyReader reads no keys where terminals are other things.
type keyReader struct{ keys chan rune }

func newKeyReader(term.File) (*keyReader, error) {
	return nil, errors.New("keys cannot be read on this system")
}

func (r *keyReader) close() {}

var resizeSignals, hangupSignals, abortSignals []os.Signal

func raise(os.Signal) {}
