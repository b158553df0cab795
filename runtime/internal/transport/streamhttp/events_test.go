package streamhttp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tmaxmax/go-sse"
	"gotest.tools/v3/assert"
)

// texts are the events of r, each as kind|id|data.
func texts(r io.Reader, limit int) (got []string, err error) {
	in := newEventReader(r, limit)
	for {
		e, err := in.next()
		if err != nil {
			return got, err
		}
		got = append(got, e.kind+"|"+e.id+"|"+string(e.data))
	}
}

func TestEvents(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for in, want := range map[string][]string{
		"":                            nil,
		"\n\r\n:x\n\n":                nil,
		"data: a\n\ndata: b\n\n":      {"||a", "||b"},
		"data: a\r\rdata: b\r\r":      {"||a", "||b"},
		"data: a\r\n\r\n:x\n\n":       {"||a"},
		"data: a\n\r\nx\r\n\n":        {"||a"},
		"data: a\ndata\ndata:  b\n\n": {"||a\n\n b"},
		"id: 1\n\nid: \x002\nevent: e\n\nid\ndata: a\n":         {"|1|", "e|1|", "||a"},
		"retry: 5\n\ndata: a:b\n":                               {"||a:b"},
		"data: " + long + "\n\ndata: b\ndata: " + long + "\n\n": {"||" + long, "||b\n" + long},
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			got, err := texts(r, 1<<20)
			assert.ErrorIs(t, err, io.EOF)
			assert.DeepEqual(t, got, want)
		}
	}
}

func TestEventsAreBounded(t *testing.T) {
	for _, junk := range []string{"x", "data: x\n", ":\n"} {
		got, err := texts(io.MultiReader(strings.NewReader("data: ok\n\n"), strings.NewReader(strings.Repeat(junk, 1<<20))), 1000)
		var big *TooLargeError
		assert.Check(t, errors.As(err, &big))
		assert.DeepEqual(t, got, []string{"||ok"})
	}
}

func TestErrorsOfAStreamComeAfterItsEvents(t *testing.T) {
	got, err := texts(io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(io.ErrClosedPipe)), 100)
	assert.ErrorIs(t, err, io.ErrClosedPipe)
	assert.DeepEqual(t, got, []string{"||a"})
	for _, cut := range []string{"data: a\ndata", "data: a\n\nd"} {
		_, err = texts(strings.NewReader(cut), 100)
		assert.ErrorIs(t, err, errCut)
	}
}

func TestLimitOfAnEventIsExact(t *testing.T) {
	for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, func(r io.Reader) io.Reader { return r }} {
		for _, before := range []string{"", "data: 1\n\n", ":\r\n\n"} {
			_, err := texts(cut(strings.NewReader(before+"data: 3456\n\n")), 12)
			assert.ErrorIs(t, err, io.EOF)
			_, err = texts(cut(strings.NewReader(before+"data: 34567\n\n")), 12)
			assert.Error(t, err, "event exceeds 12 bytes")
			got, err := texts(cut(strings.NewReader(before+"data: 34567\n")), 12) // a stream that ends there
			assert.ErrorIs(t, err, io.EOF)
			assert.Equal(t, got[len(got)-1], "||34567")
		}
	}
}

// FuzzEvents compares with go-sse, however the stream is cut.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbfid: 1\nevent: x\r\ndata: a\rdata: b\r\n\r\n: c\n\n\n\ndata: d"), uint8(2))
	f.Add([]byte("\xef\xbb\xbf"), uint8(0))
	f.Add([]byte("data\n\r\r\ndata: \n\n\ndata:x\n"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		var want []string
		var wantErr error
		for e, err := range sse.Read(bytes.NewReader(data), &sse.ReadConfig{MaxEventSize: 1 << 20}) {
			if wantErr = err; err == nil {
				want = append(want, e.Type+"|"+e.LastEventID+"|"+e.Data)
			}
		}
		got, err := texts(&slow{data, int(size)%7 + 1}, 1<<20)
		assert.DeepEqual(t, got, want)
		assert.Equal(t, errors.Is(err, io.EOF), wantErr == nil, "%v and %v", err, wantErr)
	})
}
