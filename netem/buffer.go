package netem

import "time"

// Buffer is a proxy that buffers: bytes wait until Bytes of them have come
// together, For has passed since the first of them, or the stream ends; then
// they arrive in one burst. Zero fields are no reason to let go. More than half
// the window never comes together: Bytes counts as that at most.
type Buffer struct {
	Bytes int
	For   time.Duration
}

// Kind is "buffer".
func (Buffer) Kind() string { return "buffer" }

// Attach opens and closes the gate as units arrive.
func (f Buffer) Attach(s *Stream) Rule {
	limit := min(f.Bytes, s.half.window/2)
	waiting, burst := false, 0 // bursts are numbered for timers that come too late
	release := func() {
		waiting = false
		burst++
		s.Release()
	}
	return Rule{Arrive: func(size, held int) {
		if size == 0 || f.Bytes > 0 && held+size >= limit {
			release()
			return
		}
		if !waiting && f.For > 0 {
			mine := burst
			s.After(f.For, func() {
				if burst == mine {
					release()
				}
			})
		}
		waiting = true
		s.Hold()
	}}
}
