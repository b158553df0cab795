package budget

import (
	"errors"
	"io"
	"sync"
)

// What is read is kept in pieces of these sizes, each twice as long as the one before. Most
// of what is read fits into the first.
const (
	firstPiece = 512
	lastPiece  = 1 << 20
)

// Pieces gathers a text of unknown length. Until it is put together it takes little more memory
// than what has come: what grows by append holds up to twice as much, and leaves several times
// as much to be collected. The zero value is an empty text. It is for one goroutine.
type Pieces struct {
	full [][]byte
	size int // of those that are full
	last []byte
}

// Len is how long the text is.
func (p *Pieces) Len() int { return p.size + len(p.last) }

// Add appends a part, which is copied.
func (p *Pieces) Add(part []byte) {
	for len(part) > 0 {
		n := copy(p.room(), part)
		p.took(n)
		part = part[n:]
	}
}

// room is where more of the text goes; took says how much went there.
func (p *Pieces) room() []byte {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full, p.size = append(p.full, p.last), p.size+len(p.last)
		}
		p.last = make([]byte, 0, max(firstPiece, min(2*cap(p.last), lastPiece)))
	}
	return p.last[len(p.last):cap(p.last)]
}

func (p *Pieces) took(n int) { p.last = p.last[:len(p.last)+n] }

// joining is held while a text is put together: many that are long are not twice in memory
// at the same time.
var joining sync.Mutex

// Text puts the text together, in memory of its own, and leaves no pieces.
func (p *Pieces) Text() []byte {
	defer func() { *p = Pieces{} }()
	if len(p.full) == 0 {
		return p.last
	}
	joining.Lock()
	defer joining.Unlock()
	out := make([]byte, 0, p.Len())
	for i, piece := range p.full {
		out = append(out, piece...)
		p.full[i] = nil
	}
	return append(out, p.last...)
}

// ReadAll is [io.ReadAll] for what many read at once: it holds as little as [Pieces] do.
func ReadAll(r io.Reader) ([]byte, error) {
	var p Pieces
	for {
		n, err := r.Read(p.room())
		p.took(n)
		switch {
		case errors.Is(err, io.EOF):
			return p.Text(), nil
		case err != nil:
			return p.Text(), err
		}
	}
}
