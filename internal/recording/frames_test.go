package recording

import (
	"encoding/binary"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

// frameOf is a frame of RFC 6455.
func frameOf(first byte, payload []byte, masked bool) []byte {
	out := []byte{first, 0}
	switch n := len(payload); {
	case n < 126:
		out[1] = byte(n)
	case n < 1<<16:
		out[1] = 126
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	default:
		out[1] = 127
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	if !masked {
		return append(out, payload...)
	}
	out[1] |= 0x80
	key := []byte{1, 2, 3, 4}
	out = append(out, key...)
	for i, b := range payload {
		out = append(out, b^key[i%4])
	}
	return out
}

// Messages are read whatever their length, their frames, and the pieces in which bytes come,
// also with pings between the frames.
func TestMessagesOfWebSockets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		masked := rapid.Bool().Draw(t, "masked")
		var want []string
		var wire []byte
		for range rapid.IntRange(0, 4).Draw(t, "messages") {
			n := rapid.SampledFrom([]int{0, 1, 125, 126, 127, 1<<16 - 1, 1 << 16}).Draw(t, "length")
			text := slices.Repeat([]byte("x"), n)
			want = append(want, string(text)+"\n")
			at := rapid.IntRange(0, n).Draw(t, "fragment")
			if rapid.Bool().Draw(t, "whole") {
				wire = append(wire, frameOf(0x81, text, masked)...)
				continue
			}
			wire = append(wire, frameOf(0x01, text[:at], masked)...)
			wire = append(wire, frameOf(0x89, []byte("ping"), masked)...)
			wire = append(wire, frameOf(0x80, text[at:], masked)...)
		}
		wire = append(wire, frameOf(0x88, nil, masked)...)
		wire = append(wire, frameOf(0x81, []byte("behind the end"), masked)...)
		var got []string
		ends := 0
		f := frames{tell: func(kind Kind, data []byte) {
			if kind == End {
				ends++
			} else {
				got = append(got, string(data))
			}
		}}
		piece := rapid.IntRange(13, 1<<17).Draw(t, "piece")
		for chunk := range slices.Chunk(wire, piece) {
			f.feed(chunk)
		}
		assert.Equal(t, ends, 1)
		assert.Assert(t, slices.Equal(got, want))
	})
}

// What is no frame, is compressed, or claims to be longer than memory is passed unread.
func TestFramesThatCannotBeRead(t *testing.T) {
	for name, wire := range map[string][]byte{
		"compressed": {0xc1, 1, 'x'},
		"too long":   {0x81, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"too much":   {0x81, 127, 0, 0, 0, 0, 0x04, 0, 0, 1},
	} {
		f := frames{tell: func(Kind, []byte) { t.Error(name) }}
		f.feed(wire)
		assert.Assert(t, f.lost, name)
	}
}
