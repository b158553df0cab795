package coding_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/coding"
)

func decoder(t *testing.T, name string, r io.Reader) io.Reader {
	var out io.Reader
	var err error
	switch name {
	case "gzip":
		out, err = gzip.NewReader(r)
	case "br":
		out = brotli.NewReader(r)
	case "zstd":
		out, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	default:
		out = r
	}
	assert.NilError(t, err)
	return out
}

// What has been encoded can be read before there is more of it, and the end is one.
func TestBodiesAreReadPieceByPiece(t *testing.T) {
	for _, name := range coding.Names() {
		pieces := []string{"data: one\n\n", "x", strings.Repeat("data: long\n\n", 9000)}
		e := coding.New(name)
		var sent []byte
		text := ""
		for _, piece := range pieces {
			sent = append(sent, e.Encode([]byte(piece))...)
			text += piece
			got := make([]byte, len(text))
			_, err := io.ReadFull(decoder(t, name, bytes.NewReader(sent)), got)
			assert.NilError(t, err, name)
			assert.Assert(t, string(got) == text, name)
		}
		got, err := io.ReadAll(decoder(t, name, bytes.NewReader(append(sent, e.End()...))))
		assert.NilError(t, err, name)
		assert.Assert(t, string(got) == text, name)
	}
}

// Without its end a body is seen to be torn, and one of nothing stays nothing.
func TestTornAndEmptyBodies(t *testing.T) {
	for _, name := range coding.Names() {
		e := coding.New(name)
		assert.Equal(t, len(e.Encode(nil))+len(e.End()), 0, name)
		if name == "identity" {
			continue
		}
		whole := coding.New(name).Encode([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}`))
		_, err := io.ReadAll(decoder(t, name, bytes.NewReader(whole[:len(whole)-4])))
		assert.Assert(t, err != nil, name)
	}
}
