// Package packed keeps long lists in little memory. Records of simulations are many
// and alike: what is not new any more is compressed, to a twentieth of its size or
// less, and still there for who asks.
//
// It is not a database: a list lives in memory and is read from its
// beginning. It knows neither MCP nor simulations.
package packed

import (
	"bytes"
	"compress/flate"
	"io"
	"iter"
	"reflect"
	"slices"
	"sync"
)

// block is how many values are compressed together, and how many newer ones are kept
// as they are before that happens.
const block = 512

// first is how many values a list has room for at first.
const first = 8

// List holds values in the order of Add. Values are copied when they become old: only
// exported fields that are no functions are kept, a time loses its zone, and an empty slice
// or map becomes nil. Floats, arrays, interfaces and channels cannot be kept. The zero value is
// an empty list. A list has one user at a time.
type List[T any] struct {
	old    [][]byte // blocks, compressed
	size   int      // of the blocks, in bytes
	recent []T      // fewer than 2 blocks
}

// Add appends a value.
func (l *List[T]) Add(v T) {
	if len(l.recent) == 2*block {
		l.pack()
	}
	if len(l.recent) == cap(l.recent) {
		l.recent = slices.Grow(l.recent, max(first, len(l.recent)))
	}
	l.recent = append(l.recent, v)
}

// Grow makes room for n values more, if they are known to come.
func (l *List[T]) Grow(n int) { l.recent = slices.Grow(l.recent, n) }

// Len is how many values there are.
func (l *List[T]) Len() int { return len(l.old)*block + len(l.recent) }

// Keep forgets the oldest values, a block at a time, until there are at most limit, and
// at most size bytes of compressed ones; newer ones than a few thousand are never forgotten.
func (l *List[T]) Keep(limit, size int) {
	for len(l.old) > 0 && (l.Len() > limit || l.size > size) {
		l.size -= len(l.old[0])
		l.old = slices.Delete(l.old, 0, 1)
	}
}

// All yields all values. The list must not change meanwhile.
func (l *List[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, packed := range l.old {
			for _, v := range unpack[T](packed) {
				if !yield(v) {
					return
				}
			}
		}
		for _, v := range l.recent {
			if !yield(v) {
				return
			}
		}
	}
}

// packer makes blocks; a big part of it is used again.
type packer struct {
	writer
	flate *flate.Writer // half a megabyte
	to    bytes.Buffer
}

var packers = sync.Pool{New: func() any {
	p := &packer{writer: newWriter()}
	p.flate, _ = flate.NewWriter(&p.to, flate.BestSpeed) // no error: the level is a known one
	return p
}}

// reset makes it keep nothing of a block.
func (p *packer) reset() {
	p.writer.clear()
	p.to.Reset()
	p.flate.Reset(&p.to)
}

func (p *packer) compressed() []byte {
	_, _ = p.flate.Write(p.out) // a buffer takes everything
	_ = p.flate.Close()
	return bytes.Clone(p.to.Bytes())
}

// pack compresses the older block of the recent values.
func (l *List[T]) pack() {
	p := packers.Get().(*packer)
	for i := range block {
		p.value(reflect.ValueOf(&l.recent[i]).Elem())
	}
	packed := p.compressed()
	p.reset()
	packers.Put(p)
	l.old = append(l.old, packed)
	l.size += len(packed)
	kept := copy(l.recent, l.recent[block:])
	clear(l.recent[kept:])
	l.recent = l.recent[:kept]
}

func unpack[T any](packed []byte) []T {
	text, _ := io.ReadAll(flate.NewReader(bytes.NewReader(packed))) // no error: it was written here
	r := newReader(text)
	values := make([]T, block)
	for i := range values {
		r.value(reflect.ValueOf(&values[i]).Elem())
	}
	return values
}
