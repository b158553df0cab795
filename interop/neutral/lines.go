package main

import (
	"bufio"
	"errors"
	"io"
)

// serveLines answers line by line until the input ends. Every answer is one
// write.
func serveLines(r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var long, out []byte
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, line...)
			continue
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		f := read(line)
		long = long[:0]
		if f.kind == silence {
			continue
		}
		out = out[:0]
		if f.kind == burst {
			out = append(out, burstLines()...)
		}
		if _, err := w.Write(append(f.answer(out), '\n')); err != nil {
			return err
		}
	}
}
