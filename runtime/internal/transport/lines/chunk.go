package lines

import "sync"

// chunkSize is what is read at once where much is to be read: as much as a pipe holds.
const chunkSize = 64 << 10

type chunk [chunkSize]byte

// chunks are lent to readers that have something unfinished, and to no others: most
// connections are idle most of the time.
var chunks = sync.Pool{New: func() any { return new(chunk) }}

func lend() *chunk { return chunks.Get().(*chunk) }

// chain is the beginning of a text that is longer than a chunk.
type chain []*chunk

// join returns the whole text, which ends with rest, in memory of its own, and gives the
// chunks back: a long text is copied once, whatever its length.
func (c *chain) join(rest []byte) []byte {
	whole := make([]byte, 0, len(*c)*chunkSize+len(rest))
	for _, piece := range *c {
		whole = append(whole, piece[:]...)
	}
	whole = append(whole, rest...)
	c.drop()
	return whole
}

func (c *chain) drop() {
	for _, piece := range *c {
		chunks.Put(piece)
	}
	*c = nil
}
