package lines

import "io"

// Discard reads to the end and drops what it reads. It waits in little memory.
func Discard(r io.Reader) {
	some := make([]byte, idleSize)
	for {
		if _, err := r.Read(some); err != nil {
			return
		}
	}
}
