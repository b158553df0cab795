package terminal

import (
	"os"
	"os/signal"
	"sync"
)

// beforeAbort calls restore before a signal that ends the program at once, until stop
// is called.
func beforeAbort(restore func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	if len(abortSignals) > 0 {
		signal.Notify(signals, abortSignals...)
	}
	var watched sync.WaitGroup
	watched.Go(func() {
		for s := range signals {
			restore()
			signal.Reset(s)
			raise(s)
		}
	})
	return func() {
		signal.Stop(signals)
		close(signals)
		watched.Wait()
	}
}
