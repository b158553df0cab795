package probe

import "sync"

// gate stops whoever reads a pipe. The zero value is open.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // nil = open
}

func (g *gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		g.shut = make(chan struct{})
	}
}

func (g *gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

// wait returns when the gate is open.
func (g *gate) wait() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
}
