package jsonrpc

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/snowflake"
)

// IDSource makes request ids. Next returns a raw JSON token that this source
// has never returned before (OMP-TP-12). It may be called from any goroutine.
type IDSource interface{ Next() string }

// MaxNode is the largest node number of the snowflake sources.
const MaxNode = 1<<10 - 1

const (
	stepBits = 12
	nodeBits = 10
)

// Snowflakes returns the production source: ids of github.com/bwmarrin/snowflake
// as JSON strings, because they exceed 2^53. It reads the wall clock and
// spins after 4,096 ids of one millisecond, so it must not be used where time
// is virtual: see [ClockSnowflakes].
func Snowflakes(node int64) (IDSource, error) {
	n, err := snowflake.NewNode(node)
	if err != nil {
		return nil, fmt.Errorf("making an id source: %w", err)
	}
	return librarySource{n}, nil
}

type librarySource struct{ node *snowflake.Node }

func (s librarySource) Next() string { return quoteInt(s.node.Generate().Int64()) }

// ClockSnowflakes returns ids of the same layout from an injected clock. The
// 4,097th id of a millisecond borrows the next one instead of waiting for it,
// and a clock that jumps back does not repeat ids. node is taken modulo
// [MaxNode]+1: two sources with one node number may return equal ids, which is
// harmless because ids are local to a transport (OMP-TP-13).
func ClockSnowflakes(now func() time.Time, node int64) IDSource {
	return &clockSource{now: now, node: node & MaxNode}
}

type clockSource struct {
	now  func() time.Time
	node int64

	mu   sync.Mutex
	ms   int64 // of the last id, since the library's epoch
	step int64 // of the last id
}

func (s *clockSource) Next() string {
	ms := s.now().UnixMilli() - snowflake.Epoch
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case ms > s.ms:
		s.ms, s.step = ms, 0
	case s.step < 1<<stepBits-1:
		s.step++
	default:
		s.ms, s.step = s.ms+1, 0
	}
	return quoteInt(s.ms<<(nodeBits+stepBits) | s.node<<stepBits | s.step)
}

// Integers returns the ids 1, 2, 3 … as JSON numbers (switch D-04).
func Integers() IDSource { return &integerSource{} }

type integerSource struct{ last atomic.Int64 }

func (s *integerSource) Next() string { return strconv.FormatInt(s.last.Add(1), 10) }

func quoteInt(n int64) string {
	var buf [22]byte
	b := strconv.AppendInt(append(buf[:0], '"'), n, 10)
	return string(append(b, '"'))
}
