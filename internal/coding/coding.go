// Package coding encodes the bodies of HTTP answers piece by piece, as servers that compress
// do. It is not a decoder: clients decode, and their own way of it is what is tried.
package coding

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Names are the content codings that [New] knows, as HTTP calls them.
func Names() []string { return []string{"gzip", "br", "zstd", "identity"} }

// Encoder encodes one body. It is not safe for concurrent use, and has no goroutines.
type Encoder struct {
	out  bytes.Buffer
	to   flusher // nil = identity
	used bool
}

type flusher interface {
	io.WriteCloser
	Flush() error
}

// New returns an encoder of a coding of [Names]; any other name is identity.
func New(name string) *Encoder {
	e := &Encoder{}
	switch name {
	case "gzip":
		e.to = gzip.NewWriter(&e.out)
	case "br":
		e.to = brotli.NewWriterLevel(&e.out, brotli.DefaultCompression)
	case "zstd":
		// One at a time it needs no goroutine. Its options are right, so there is no error.
		e.to, _ = zstd.NewWriter(&e.out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstd.MinWindowSize<<10))
	}
	return e
}

// Encode returns what carries b: with what was returned before, a decoder can read all of it
// now. What it returns belongs to the caller.
func (e *Encoder) Encode(b []byte) []byte {
	if e.to == nil || len(b) == 0 {
		return b
	}
	e.used = true
	_, _ = e.to.Write(b) // a buffer takes everything
	_ = e.to.Flush()
	return e.taken()
}

// End returns the end of the body, which is empty if the body is.
func (e *Encoder) End() []byte {
	if e.to == nil || !e.used {
		return nil
	}
	_ = e.to.Close()
	return e.taken()
}

func (e *Encoder) taken() []byte {
	b := bytes.Clone(e.out.Bytes())
	e.out.Reset()
	return b
}
