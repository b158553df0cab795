package lines

import "io"

// ReadAll reads to the end of r, or until more than limit bytes are there: then it
// returns what it has, which is longer than limit. announced is how many bytes there are
// said to be, negative if that is not said. It takes memory for what has come, not for
// what was announced, unless that is less than a chunk.
func ReadAll(r io.Reader, announced int64, limit int) ([]byte, error) {
	if announced < 0 || announced >= chunkSize {
		return readChunks(r, limit)
	}
	whole, n := make([]byte, announced+1), 0 // room for one more shows that there is none
	for n < len(whole) {
		m, err := r.Read(whole[n:])
		n += m
		if err != nil {
			return whole[:n], unlessEnd(err)
		}
	}
	rest, err := readChunks(r, limit-n)
	return append(whole, rest...), err
}

func readChunks(r io.Reader, limit int) ([]byte, error) {
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
