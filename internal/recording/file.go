package recording

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/mcpsim/mcpsim/internal/infile"
)

// maxWhole bounds a file of another program that is read as a whole, in bytes.
const maxWhole = 128 << 20

// ReadFile reads the recordings of a file, see [ReadAny]. The file may be a pipe, for which
// it waits no longer than ctx.
func ReadFile(ctx context.Context, name string) ([]Entry, error) {
	file, err := infile.Open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("reading the recording: %w", err)
	}
	defer file.Close()
	entries, err := ReadAny(file)
	if err != nil {
		return nil, fmt.Errorf("reading the recording: %s: %w", name, err)
	}
	return entries, nil
}

// ReadAny reads recordings of mcpsim, see [Read], or what an HTTP Archive (HAR), a log of
// mcpsnoop or a cassette of mcp-cassette has of them.
func ReadAny(r io.Reader) ([]Entry, error) {
	front := bufio.NewReaderSize(r, 64<<10)
	first, _ := front.Peek(front.Size()) // what cannot be read is the reader's error below
	switch formOf(first) {
	case archive:
		return readWhole(front, readHAR)
	case tape:
		return readWhole(front, readCassette)
	case snoop:
		return readSnoop(front)
	default:
		return Read(front)
	}
}
