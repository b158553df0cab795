package conn_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
)

// heap is what is kept, in bytes, and all that was ever asked for.
func heap() (kept, asked uint64) {
	var m goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc, m.TotalAlloc
}

// bounded opens a connection whose lists have these limits, and whose server answers
// the n-th request for a page, from 1, with page(n).
func bounded(t *testing.T, f *fake, limits conn.Limits, page func(n int) string) *conn.Conn {
	t.Helper()
	n := 0
	f.answers = func(string, string) (string, error) { n++; return page(n), nil }
	o := options(f)
	o.Lists = limits
	c, err := conn.Open(context.Background(), o)
	assert.NilError(t, err)
	return c
}

const mib = 1 << 20

// A page of 2 MiB holds a million definitions, which would take forty times that.
func TestOnePageOfMillions_D_22(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		text := `{"tools":[` + strings.Repeat("0,", mib) + `0]}`
		c := bounded(t, f, conn.Limits{}, func(int) string { return text })
		_, before := heap()
		_, err := c.ListTools(context.Background())
		_, after := heap()
		assert.ErrorContains(t, err, "more than 100000 definitions, 1048577 in 1 page; the limit is the switch lists.items")
		assert.Check(t, after-before < 16*mib, "%d bytes asked for", after-before)
	})
}

// What is kept of an endless list is what it will return: no cursors, and of pages
// that hold other things only their definitions.
func TestNothingElseIsKept_D_22(t *testing.T) {
	long := strings.Repeat("x", 64_000)
	for name, page := range map[string]func(n int) string{
		"cursors":       func(n int) string { return fmt.Sprintf(`{"tools":[],"nextCursor":"%s%d"}`, long, n) },
		"other members": func(n int) string { return fmt.Sprintf(`{"tools":[{"name":"a"}],"x":"%s","nextCursor":"%d"}`, long, n) },
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			const pages = 100 // 6.4 MB
			var before, after uint64
			c := bounded(t, f, conn.Limits{Pages: pages}, func(n int) string {
				switch n {
				case 1:
					before, _ = heap()
				case pages:
					after, _ = heap()
				}
				return page(n)
			})
			_, err := c.ListTools(context.Background())
			assert.Check(t, err)
			assert.Check(t, after < before+mib, "%s: %d bytes kept", name, after-before)
		})
	}
}

func TestTheErrorSaysWhichLimit_D_22(t *testing.T) {
	const one = `{"tools":[{"name":"a"}],"nextCursor":"%03d"}` // 43 bytes
	for limit, limits := range map[string]conn.Limits{
		"lists.size": {Bytes: 86}, "lists.items": {Items: 2}, "lists.cursor": {Cursor: 2},
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			c := bounded(t, f, limits, func(n int) string { return fmt.Sprintf(one, n) })
			_, err := c.ListTools(context.Background())
			over, ok := errors.AsType[*conn.ListError](err)
			assert.Assert(t, ok, "%s: %v", limit, err)
			assert.Equal(t, over.Switch, limit)
			assert.Equal(t, over.Method, "tools/list")
			assert.Equal(t, over.Pages, map[string]int{"lists.size": 3, "lists.items": 3, "lists.cursor": 1}[limit])
		})
	}
}

// Without a word about it a list may be as large as the documentation says, and no larger.
func TestTheDefaultsOfLimits_D_22(t *testing.T) {
	for limit, c := range map[string]struct {
		most int
		page func(size, n int) string // the n-th of a list of a size
	}{
		"lists.items": {100_000, func(size, _ int) string { return `{"tools":[` + strings.Repeat("{},", size-1) + `{}]}` }},
		"lists.cursor": {65_536, func(size, n int) string {
			return `{"tools":[],"nextCursor":"` + strings.Repeat("x", size*(2-n)) + `"}` // none after the first page
		}},
		"lists.size": {64 * mib, func(size, n int) string {
			const empty = `{"tools":[],"nextCursor":"00","x":""}`
			length, cursor := min(mib, size-(n-1)*mib), fmt.Sprintf("%02d", n)
			if n*mib == 64*mib {
				length, cursor = size-63*mib, "" // the last page takes the rest
			}
			text := strings.Replace(empty, "00", cursor, 1)
			return strings.Replace(text, `"x":""`, `"x":"`+strings.Repeat("x", length-len(text))+`"`, 1)
		}},
	} {
		for _, more := range []int{0, 1} {
			simulate(t, func(_ *vtime.Sim, f *fake) {
				b := bounded(t, f, conn.Limits{}, func(n int) string { return c.page(c.most+more, n) })
				_, err := b.ListTools(context.Background())
				over, ok := errors.AsType[*conn.ListError](err)
				assert.Check(t, ok == (more > 0) && (!ok || over.Switch == limit), "%s, %d more: %v", limit, more, err)
			})
		}
	}
}
