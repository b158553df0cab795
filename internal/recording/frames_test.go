package recording

import (
	"encoding/binary"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/internal/budget"
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
		f := frames{held: budget.New(mostMessages).Part(), tell: func(kind Kind, data []byte) {
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
		f := frames{held: budget.New(mostMessages).Part(), tell: func(Kind, []byte) { t.Error(name) }}
		f.feed(wire)
		assert.Assert(t, f.lost, name)
	}
}

// All connections share what they hold of messages that have not come to their end. Of one for
// which nothing is left nothing more is told, and what a connection held goes with it.
func TestHalfMessagesAreBounded(t *testing.T) {
	const most = 1 << 20
	held := budget.New(most)
	told := 0
	side := func() *frames {
		return &frames{held: held.Part(), tell: func(Kind, []byte) { told++ }}
	}
	half := frameOf(0x01, make([]byte, most/4), true)
	open := []*frames{side(), side(), side(), side(), side()}
	for _, f := range open {
		f.feed(half)
		f.feed([]byte{0x80, 0xff, 0, 0}) // the head of the next frame, in part
	}
	for i, f := range open {
		assert.Equal(t, f.lost, i > 2, i)
		assert.Equal(t, len(f.message), map[bool]int{false: most / 4}[f.lost])
		assert.Equal(t, cap(f.buf) > 0, !f.lost)
	}
	open[0].end()
	late := side()
	late.feed(half)
	assert.Assert(t, !late.lost)
	for _, f := range append(open, late) {
		f.end()
	}
	assert.Assert(t, held.Part().Hold(most))
	assert.Equal(t, told, 0)
}
