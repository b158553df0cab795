package fakeserver

import (
	"bufio"
	"errors"
	"io"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// A line is read whole, however many times the reader has to be asked for it.
func TestReadLine(t *testing.T) {
	for _, size := range []int{0, 1, readAhead - 1, readAhead, readAhead + 1, 5 * readAhead, 3<<20 + 7} {
		text := strings.Repeat("a", size)
		in := bufio.NewReaderSize(strings.NewReader(text+"\n"+text), readAhead)
		line, err := readLine(in, size)
		assert.NilError(t, err)
		assert.Check(t, string(line) == text+"\n", size)
		line, err = readLine(in, size)
		assert.Check(t, string(line) == text, size)
		assert.ErrorIs(t, err, io.EOF)
		if size > 0 {
			_, err = readLine(bufio.NewReaderSize(strings.NewReader(text+"\n"), readAhead), size-1)
			assert.Check(t, errors.Is(err, errTooLong), size)
		}
	}
}

// A long line takes memory twice: while it comes, and whole.
func TestLongLinesTakeLittleMore(t *testing.T) {
	const size = 8 << 20
	text := strings.Repeat("a", size) + "\n"
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	_, err := readLine(bufio.NewReaderSize(strings.NewReader(text), readAhead), size)
	assert.NilError(t, err)
	goruntime.ReadMemStats(&after)
	used := after.TotalAlloc - before.TotalAlloc
	assert.Check(t, used < 2*size+4<<20, "%d bytes", used)
}
