package lines

import "io"

// ReadAll reads to the end of r, or until more than limit bytes are there: then it
// returns what it has, which is longer than limit. It takes memory for what has come.
func ReadAll(r io.Reader, limit int) ([]byte, error) {
	var long chain
	piece, n := lend(), 0
	for {
		m, err := r.Read(piece[n:])
		n += m
		if held := len(long)*chunkSize + n; err != nil || held > limit {
			whole := long.join(piece[:n])
			chunks.Put(piece)
			return whole, unlessEnd(err)
		}
		if n == chunkSize {
			long = append(long, piece)
			piece, n = lend(), 0
		}
	}
}

func unlessEnd(err error) error {
	if err == io.EOF { //nolint:errorlint // readers return it unwrapped
		return nil
	}
	return err
}
