package stdio

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
)

// cut reads every line of r.
func cut(r io.Reader, limit int) (got []string, err error) {
	in := newInput(r, limit)
	for {
		line, err := in.next()
		if err != nil {
			return got, err
		}
		text := string(line.Text)
		if !line.Ended {
			text += "…"
		}
		got = append(got, text)
	}
}

func TestLines(t *testing.T) {
	for in, want := range map[string][]string{
		"":                                    nil,
		"\n\r\n  \n":                          nil,
		"a\nb\r\n c \n":                       {"a", "b", "c"},
		"a\nlast":                             {"a", "last…"},
		"\xef\xbb\xbfa\n\xef\xbb\xbfb\n":      {"a", "\xef\xbb\xbfb"},
		"\n\xef\xbb\xbfa\n":                   {"\xef\xbb\xbfa"},
		"a\n\n\n\n" + strings.Repeat("x", 99): {"a", strings.Repeat("x", 99) + "…"},
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			got, err := cut(r, 99)
			assert.ErrorIs(t, err, io.EOF)
			assert.DeepEqual(t, got, want)
		}
	}
}

func TestLineLimit(t *testing.T) {
	for _, limit := range []int{1, 100, 511, 512, 513, 64 << 10, 64<<10 + 1, 200_000} {
		fits := strings.Repeat("x", limit)
		got, err := cut(strings.NewReader(fits+"\n"+fits), limit)
		assert.ErrorIs(t, err, io.EOF)
		assert.DeepEqual(t, got, []string{fits, fits + "…"})
		for _, end := range []string{"", "\n", "xxx\n"} {
			_, err = cut(strings.NewReader(fits+"x"+end), limit)
			var long *LineTooLongError
			assert.Check(t, errors.As(err, &long) && long.Limit == limit, "%d %q: %v", limit, end, err)
		}
	}
}

func TestReadErrorAfterLines(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(io.ErrClosedPipe))
	got, err := cut(broken, 100)
	assert.ErrorIs(t, err, io.ErrClosedPipe)
	assert.DeepEqual(t, got, []string{"a"})
}

// FuzzLines: however the stream is cut into reads, the lines are those of a
// split at newlines.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nlast"), uint8(3))
	f.Add([]byte("\xef\xbb\xbf{}\n"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		var want []string
		first := true
		parts := bytes.Split(data, []byte("\n"))
		for i, part := range parts {
			if last := i == len(parts)-1; last && len(part) == 0 {
				break
			} else if first {
				part = bytes.TrimPrefix(part, byteOrderMark)
			}
			first = false
			if part = bytes.TrimSpace(part); len(part) > 0 {
				want = append(want, string(part)+map[bool]string{true: "…"}[i == len(parts)-1])
			}
		}
		got, err := cut(&chunks{data, int(size)%7 + 1}, 1<<20)
		assert.ErrorIs(t, err, io.EOF)
		assert.DeepEqual(t, got, want)
	})
}

// chunks reads at most size bytes at a time.
type chunks struct {
	data []byte
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.size)], c.data)
	c.data = c.data[n:]
	return n, nil
}
