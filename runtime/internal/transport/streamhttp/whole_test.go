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

// pieces returns what each Read hands on.
func pieces(r io.Reader, limit int) (got []string, err error) {
	w := &wholeEvents{r: r, limit: limit}
	p := make([]byte, 1<<20)
	for {
		n, err := w.Read(p)
		if n > 0 {
			got = append(got, string(p[:n]))
		}
		if err != nil {
			return got, err
		}
	}
}

func TestWholeEvents(t *testing.T) {
	for in, want := range map[string][]string{
		"":                        nil,
		"data: a\n\ndata: b\n\n":  {"data: a\n\n", "data: b\n\n"},
		"data: a\r\rdata: b\r\r":  {"data: a\r\r", "data: b\r\r"},
		"data: a\r\n\r\n:x\n\n":   {"data: a\r\n\r", "\n:x\n\n"},
		"data: a\n\r\nx\r\n\n":    {"data: a\n\r", "\nx\r\n\n"},
		"data: a\ndata: b\n\nend": {"data: a\ndata: b\n\n", "end"},
		"\n\n":                    {"\n", "\n"},
	} {
		got, err := pieces(iotest.OneByteReader(strings.NewReader(in)), 100)
		assert.ErrorIs(t, err, io.EOF)
		assert.DeepEqual(t, got, want)
		got, err = pieces(strings.NewReader(in), 100)
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, strings.Join(got, ""), in)
	}
}

func TestWholeEventsAreBounded(t *testing.T) {
	endless := iotest.OneByteReader(io.MultiReader(strings.NewReader("data: ok\n\n"), strings.NewReader(strings.Repeat("x", 1<<20))))
	got, err := pieces(endless, 1000)
	var big *TooLargeError
	assert.Check(t, errors.As(err, &big))
	assert.DeepEqual(t, got, []string{"data: ok\n\n"})
}

func TestWholeEventsKeepErrors(t *testing.T) {
	got, err := pieces(io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(io.ErrClosedPipe)), 100)
	assert.ErrorIs(t, err, io.ErrClosedPipe)
	assert.DeepEqual(t, got, []string{"data: a\n\n"})
}

func TestLimitIsExact(t *testing.T) {
	for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, func(r io.Reader) io.Reader { return r }} {
		_, err := pieces(cut(strings.NewReader("data: 3456\n\n")), 12)
		assert.ErrorIs(t, err, io.EOF)
		_, err = pieces(cut(strings.NewReader("data: 34567\n\n")), 12)
		assert.Error(t, err, "event exceeds 12 bytes")
	}
}

// FuzzWholeEvents: go-sse reads the same events with and without it.
func FuzzWholeEvents(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbfid: 1\nevent: x\r\ndata: a\rdata: b\r\n\r\n: c\n\n\n\ndata: d"), uint8(2))
	f.Add([]byte("data\n\r\r\ndata: \n\n\ndata:x\n"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		read := func(r io.Reader) (got []sse.Event) {
			for e, err := range sse.Read(r, &sse.ReadConfig{MaxEventSize: 1 << 20}) {
				if err == nil {
					got = append(got, e)
				}
			}
			return got
		}
		want := read(bytes.NewReader(data))
		got := read(&wholeEvents{r: &slow{data, int(size)%7 + 1}, limit: 1 << 20})
		assert.DeepEqual(t, got, want)
	})
}
