package lines

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
)

// all reads every line of r, each of the given longest length.
func all(r io.Reader, limit int, cr bool) (got []string, in *Reader, err error) {
	in = New(r, limit, cr)
	for {
		line, err := in.Next()
		if err != nil {
			return got, in, err
		}
		text := string(line.Text)
		if !line.Ended {
			text += "…"
		}
		got = append(got, text)
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3*chunkSize)
	for _, tt := range []struct {
		in   string
		cr   bool
		want []string
	}{
		{"", true, nil},
		{"a\n\nb", false, []string{"a", "", "b…"}},
		{"a\r\nb\rc\n", false, []string{"a\r", "b\rc"}},
		{"a\r\nb\rc\n\rd\r\r\n\n", true, []string{"a", "b", "c", "", "d", "", ""}},
		{long + "\n" + long + "\r\n" + long, true, []string{long, long, long + "…"}},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)), iotest.DataErrReader(strings.NewReader(tt.in))} {
			got, in, err := all(r, len(long), tt.cr)
			assert.ErrorIs(t, err, io.EOF)
			assert.DeepEqual(t, got, tt.want)
			assert.Equal(t, in.Taken(), len(tt.in))
			assert.Check(t, in.lent == nil && len(in.long) == 0, "memory is given back at the end")
		}
	}
}

func TestLongLinesAreTheirReaders(t *testing.T) {
	long := strings.Repeat("x", chunkSize+1)
	in := New(strings.NewReader(long+"\nshort\n"), 1<<20, false)
	first, err := in.Next()
	assert.NilError(t, err)
	assert.Check(t, first.Own)
	second, err := in.Next()
	assert.NilError(t, err)
	assert.Check(t, !second.Own)
	assert.Equal(t, string(first.Text), long)
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

func TestAnEndlessLineIsBounded_FF_10(t *testing.T) {
	const limit = 1 << 20
	source := &endless{}
	_, err := New(source, limit, false).Next()
	assert.ErrorIs(t, err, ErrTooLong)
	assert.Check(t, source.read <= limit+chunkSize, "%d bytes were read", source.read)
}

func TestIdleReadersHoldLittle(t *testing.T) {
	r, w := io.Pipe()
	in := New(r, 1<<20, false)
	for _, text := range []string{strings.Repeat("x", 300_000), "a\nb"} {
		go func() { _, _ = io.WriteString(w, text+"\n") }()
		_, err := in.Next()
		assert.NilError(t, err)
	}
	_, err := in.Next()
	assert.NilError(t, err)
	in.makeRoom() // as before waiting
	assert.Equal(t, len(in.buf), idleSize)
}

// TestLongLinesCostOneCopy: what is allocated for a line of a megabyte is a megabyte. The
// pool may lose a chunk now and then, under the race detector it does so on purpose.
func TestLongLinesCostOneCopy(t *testing.T) {
	const lines, size = 20, 1 << 20
	in := New(&again{text: []byte(strings.Repeat("x", size) + "\n")}, 2*size, false)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range lines {
		_, err := in.Next()
		assert.NilError(t, err)
	}
	runtime.ReadMemStats(&after)
	each := int(after.TotalAlloc-before.TotalAlloc) / lines
	assert.Check(t, each < size+size/2, "%d bytes for each line", each)
}

// again yields a text over and over, in the pieces of a pipe.
type again struct {
	text []byte
	rest []byte
}

func (a *again) Read(p []byte) (int, error) {
	if len(a.rest) == 0 {
		a.rest = a.text
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

func TestErrorsComeAfterLines(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(io.ErrClosedPipe))
	got, _, err := all(broken, 100, true)
	assert.Check(t, errors.Is(err, io.ErrClosedPipe))
	assert.DeepEqual(t, got, []string{"a"})
}

func TestDiscard(t *testing.T) {
	for _, n := range []int{0, 1, idleSize, 5 * chunkSize} {
		r := strings.NewReader(strings.Repeat("x", n))
		Discard(r)
		assert.Equal(t, r.Len(), 0)
		Discard(iotest.OneByteReader(strings.NewReader(strings.Repeat("x", n))))
	}
}

func TestReadAll(t *testing.T) {
	const limit = 2 * chunkSize
	for _, n := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, limit} {
		text := strings.Repeat("x", n)
		for _, announced := range []int{-1, 0, 1, n - 1, n, n + 1, limit} { // rightly or wrongly
			for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				got, err := ReadAll(r, int64(announced), limit)
				assert.NilError(t, err)
				assert.Check(t, string(got) == text, "%d bytes of %d, announced %d", len(got), n, announced)
			}
		}
	}
	for _, announced := range []int64{-1, 5, limit} {
		source := &endless{}
		got, err := ReadAll(source, announced, limit)
		assert.NilError(t, err)
		assert.Check(t, len(got) > limit && source.read <= limit+chunkSize)
		for _, failure := range []error{io.ErrClosedPipe, io.ErrUnexpectedEOF} {
			_, err = ReadAll(io.MultiReader(strings.NewReader("x"), iotest.ErrReader(failure)), announced, limit)
			assert.ErrorIs(t, err, failure)
		}
	}
}

// FuzzLines: however the stream is cut into reads, the lines are those of a split.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nlast"), uint8(3), true)
	f.Add([]byte("a\rb\r\n\r\r\n"), uint8(1), false)
	f.Fuzz(func(t *testing.T, data []byte, size uint8, cr bool) {
		text := data
		if cr {
			text = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
		}
		want := strings.Split(string(text), "\n")
		if last := len(want) - 1; want[last] == "" {
			want = want[:last]
		} else {
			want[last] += "…"
		}
		got, in, err := all(&pieces{data, int(size)%7 + 1}, 1<<20, cr)
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, strings.Join(got, "|"), strings.Join(want, "|"))
		assert.Equal(t, in.Taken(), len(data))
	})
}

// pieces reads at most size bytes at a time.
type pieces struct {
	data []byte
	size int
}

func (c *pieces) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.size)], c.data)
	c.data = c.data[n:]
	return n, nil
}
