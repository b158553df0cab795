package netem

import (
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// lines is the first part of a wire: it shows whole lines to message rules,
// and lets some be late. Without such rules it only counts.
type lines struct {
	count   uint64
	partial []byte  // incomplete line that a message rule waits for
	midLine bool    // the last byte that passed on was not a newline
	late    []*late // lines that others may overtake
	ending  *parcel // the end of the stream, waiting for late lines
}

// late is a line on its detour.
type late struct{ event *vtime.Event }

var newline = []byte("\n")

// submit takes a parcel from the writing end.
func (h *half) submit(p *parcel) {
	switch {
	case p.end != nil:
		h.submitEnd(p)
	case h.severed:
		h.swallow(p.data)
	case !h.hasMessageRule():
		h.count += uint64(bytes.Count(p.data, newline))
		h.midLine = !bytes.HasSuffix(p.data, newline)
		h.enqueue(p)
	default:
		h.collectLines(p.data)
	}
}

// submitEnd ends the stream behind an incomplete line and behind late ones. A
// reset waits for nothing.
func (h *half) submitEnd(p *parcel) {
	if p.end == io.EOF {
		if len(h.partial) > 0 {
			h.passLine()
		}
		if len(h.late) > 0 {
			h.ending = p
			return
		}
	}
	h.enqueue(p)
}

func (h *half) hasMessageRule() bool {
	return slices.ContainsFunc(h.faults, func(s *Stream) bool { return s.rule.Message != nil })
}

func (h *half) collectLines(data []byte) {
	for part := range bytes.SplitAfterSeq(data, newline) {
		h.collect(part)
	}
}

// collect puts lines together. A part that waits does not count in the window,
// or a line longer than that would never be complete. The rest of a line that
// began to travel before there were message rules follows it unseen.
func (h *half) collect(part []byte) {
	complete := bytes.HasSuffix(part, newline)
	if !h.midLine {
		h.partial = append(h.partial, part...)
		h.freed(len(part))
		if complete {
			h.passLine()
		}
		return
	}
	if complete {
		h.midLine = false
		h.count++
	}
	h.enqueue(&parcel{data: part})
}

// passLine lets the message rules decide about the collected line.
func (h *half) passLine() {
	line := h.takePartial()
	h.count++
	s, v := h.judge(line, h.count, func(r Rule) func(Unit) Verdict { return r.Message })
	switch {
	case s == nil:
		h.enqueue(&parcel{data: line})
	case v.keep:
		s.kept = append(s.kept, line)
	case v.overtake:
		s.carryOut(v, len(line), h.detour)
	default:
		s.carryOut(v, len(line), h.enqueue)
	}
}

// passPartial lets go of an incomplete line when no rule waits for it any more.
func (h *half) passPartial() {
	if h.hasMessageRule() || len(h.partial) == 0 {
		return
	}
	h.midLine = true
	h.enqueue(&parcel{data: h.takePartial()})
}

// takePartial returns what was collected, which counts in the window again.
func (h *half) takePartial() []byte {
	line := h.partial
	h.partial = nil
	h.unread += len(line)
	return line
}

// detour enqueues a line when its time has come, and lets others pass until then.
func (h *half) detour(p *parcel) {
	l := &late{}
	h.late = append(h.late, l)
	l.event = h.net.schedule(later(p.notBefore, time.Now()), h.actor+"/late", func() {
		h.late = slices.DeleteFunc(h.late, func(o *late) bool { return o == l })
		h.enqueue(&parcel{data: p.data})
		if len(h.late) == 0 && h.ending != nil {
			h.enqueue(h.ending)
		}
	})
}
