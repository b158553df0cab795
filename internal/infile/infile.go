// Package infile reads the files that a command line names, whole and within a limit. They
// may be links, pipes or devices; a file that a program looks for by itself is read by
// internal/atomicfile, which takes none of these.
package infile

import (
	"fmt"
	"io"
	"os"
)

// Read returns the content of a file of at most limit bytes. A longer one is an error, of
// which no more is read than shows that.
func Read(name string, limit int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err == nil && len(data) > limit {
		return nil, fmt.Errorf("%s: longer than %d bytes", name, limit)
	}
	return data, err
}
