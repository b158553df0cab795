package gherkin

import (
	goruntime "runtime"
	"sync"
	"sync/atomic"
)

// each calls f for every number below n, on all processors: before a run begins, hundreds of
// files are read and checked. It returns when all calls have.
func each(n int, f func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, goruntime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}
