package lines

import "io"

// Discard reads to the end and drops what it reads. It waits in little memory.
func Discard(r io.Reader) {
	idle := make([]byte, idleSize)
	for {
		n, err := r.Read(idle)
		if err == nil && n == idleSize {
			much := lend()
			err = discardMuch(r, much[:])
			chunks.Put(much)
		}
		if err != nil {
			return
		}
	}
}

// discardMuch reads while reads bring more than fits where Discard waits.
func discardMuch(r io.Reader, buf []byte) error {
	for {
		if n, err := r.Read(buf); err != nil || n <= idleSize {
			return err
		}
	}
}
