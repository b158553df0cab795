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
	in := newLines(r, limit)
	for {
		line, complete, err := in.next()
		if err != nil {
			return got, err
		}
		text := string(line)
		if !complete {
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
	for _, limit := range []int{1, 100, minBuffer, 3 * minBuffer} {
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

// endless yields x for ever and counts.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

func TestEndlessLineIsBounded_FF_10(t *testing.T) {
	source := &endless{}
	in := newLines(source, DefaultMaxLine)
	_, _, err := in.next()
	assert.Error(t, err, "line exceeds 16777216 bytes")
	assert.Check(t, source.read <= DefaultMaxLine+1 && len(in.buf) <= DefaultMaxLine+1)
}

func TestBigBufferIsGivenBack(t *testing.T) {
	in := newLines(io.MultiReader(strings.NewReader(strings.Repeat("x", 5<<20)+"\n"), strings.NewReader("small\n")), DefaultMaxLine)
	line, _, err := in.next()
	assert.NilError(t, err)
	assert.Equal(t, len(line), 5<<20)
	_, _, err = in.next()
	assert.NilError(t, err)
	assert.Equal(t, len(in.buf), minBuffer)
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

func TestTail(t *testing.T) {
	var kept tail
	for range 3 {
		_, _ = kept.Write([]byte(strings.Repeat("a", 3000)))
	}
	_, _ = kept.Write([]byte("end"))
	assert.Equal(t, len(kept.String()), StderrKept)
	assert.Check(t, strings.HasSuffix(kept.String(), "aend"))
	_, _ = kept.Write(bytes.Repeat([]byte("b"), 5*StderrKept))
	assert.Equal(t, kept.String(), strings.Repeat("b", StderrKept))
}
