package connect

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/timeline"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// page keeps what the runtime tells, for the page of --report. The zero value is for a
// command without one.
type page struct {
	dir   string // "" = there is no page
	begin time.Time

	mu     sync.Mutex
	events []reports.Event
}

// newPage reads the value of --report and makes the folder.
func newPage(value string) (*page, error) {
	if value == "" {
		return &page{}, nil
	}
	dir, ok := strings.CutPrefix(value, "html:")
	err := errors.New("want html:DIR")
	if ok && dir != "" {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("--report %s: %w", value, err))
	}
	return &page{dir: dir, begin: time.Now()}, nil
}

// Emit implements [event.Sink].
func (p *page) Emit(e event.Event) {
	if p.dir == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, reports.Event{Event: e})
}

// write writes the page, without secrets, once the runtime has been closed.
func (p *page) write(redact *outside.Redactor) error {
	if p.dir == "" {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, e := range p.events {
		p.events[i] = redact.Event(e)
	}
	reports.Sort(p.events)
	story := timeline.FromTrace(reports.Trace{Events: p.events, Header: reports.TraceHeader{
		Mcpsim: ui.Version(), Go: goruntime.Version(), World: "real", Begin: p.begin, Scenario: reports.TraceScenario{Name: "mcpsim connect"},
	}})
	return outfile.Write(filepath.Join(p.dir, "index.html"), func(w io.Writer) error { return timeline.Write(w, timeline.Options{}, story) })
}
