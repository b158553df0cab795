package probe

import (
	"bufio"
	"bytes"
	"io"
)

// sseEvent is one event of a stream as it was written.
type sseEvent struct {
	name string
	data []byte // nil if there was no data field
	id   string
}

// readEvents calls took for every event until took returns false, the stream
// ends, or it breaks. Comments are passed over. It returns io.EOF at the end,
// nil if took ended it.
func readEvents(r io.Reader, took func(sseEvent) bool) error {
	in := bufio.NewReaderSize(r, 16<<10)
	var e sseEvent
	filled := false
	for {
		raw, err := readLine(in)
		field := bytes.TrimRight(raw, "\r\n")
		switch {
		case len(field) > 0 && field[0] != ':':
			filled = true
			e.field(field)
		case len(field) == 0 && len(raw) > 0 && filled:
			if !took(e) {
				return nil
			}
			e, filled = sseEvent{}, false
		}
		if err != nil {
			return err
		}
	}
}

func (e *sseEvent) field(l []byte) {
	name, value, _ := bytes.Cut(l, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.name = string(value)
	case "id":
		e.id = string(value)
	case "data":
		if e.data != nil {
			e.data = append(e.data, '\n')
		}
		e.data = append(append([]byte{}, e.data...), value...)
	}
}
