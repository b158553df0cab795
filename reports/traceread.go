package reports

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// FormatError says where and why written results or a trace cannot be read.
type FormatError struct {
	Line    int // from 1
	Reason  string
	TooLong bool // above [MaxFile] or [MaxLines]; what is there may be right
}

func (e *FormatError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// ReadTrace reads what [WriteTrace] wrote. It accepts nothing else: unknown,
// repeated and missing keys, a line over 1 MiB, more than [MaxFile] bytes or [MaxLines]
// lines, an unfinished last line and another version are a *[FormatError].
func ReadTrace(r io.Reader) (Trace, error) {
	var t Trace
	lines := newLineReader(r)
	if err := lines.next(&t.Header); err != nil {
		return Trace{}, orEmpty(err, "trace")
	}
	if err := checkFormat(t.Header.Format, traceFormat, t.Header.Version, traceVersion); err != nil {
		return Trace{}, err
	}
	for {
		var l line
		err := lines.next(&l)
		if err == io.EOF {
			return t, nil
		}
		if err == nil && (l.Actor == "" || l.Kind == "") {
			err = lines.fail("an event needs an actor and a kind")
		}
		if err != nil {
			return Trace{}, err
		}
		t.Events = append(t.Events, l.event(t.Header.Begin))
	}
}

func orEmpty(err error, what string) error {
	if err == io.EOF {
		return &FormatError{Line: 1, Reason: "the " + what + " is empty"}
	}
	return err
}

func checkFormat(format, wantFormat string, version, wantVersion int) error {
	switch {
	case format != wantFormat:
		return &FormatError{Line: 1, Reason: fmt.Sprintf("the format is %q, not %q", format, wantFormat)}
	case version > wantVersion:
		return &FormatError{Line: 1, Reason: fmt.Sprintf("version %d was written by a newer mcpsim; this one reads version %d", version, wantVersion)}
	case version != wantVersion:
		return &FormatError{Line: 1, Reason: fmt.Sprintf("version %d is not known; this mcpsim reads version %d", version, wantVersion)}
	}
	return nil
}

// lineReader reads JSON Lines strictly.
type lineReader struct {
	in    *bufio.Reader
	line  int
	bytes int // so far
}

// The limits of what is read of a file.
const (
	MaxFile  = 256 << 20 // bytes
	MaxLines = 200_000
)

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReader(r)}
}

func (r *lineReader) fail(format string, args ...any) error {
	return &FormatError{Line: r.line, Reason: fmt.Sprintf(format, args...)}
}

// next decodes the next line into v. It returns io.EOF after the last one.
func (r *lineReader) next(v any) error {
	data, err := r.read()
	if err != nil {
		return err
	}
	if key := repeatedKey(data); key != "" {
		return r.fail("the key %q is there twice", key)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return r.fail("%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return r.fail("there is more than one value on the line")
	}
	return nil
}

// read returns the next line without its end.
func (r *lineReader) read() ([]byte, error) {
	var data []byte
	r.line++
	for {
		part, err := r.in.ReadSlice('\n')
		data = append(data, part...)
		r.bytes += len(part)
		switch {
		case r.line > MaxLines && len(data) > 0:
			return nil, &FormatError{r.line, fmt.Sprintf("there are more than %d lines", MaxLines), true}
		case r.bytes > MaxFile:
			return nil, &FormatError{r.line, fmt.Sprintf("there are more than %d bytes", MaxFile), true}
		case len(data) > maxTraceLine:
			return nil, r.fail("longer than %d bytes", maxTraceLine)
		case err == nil:
			return data[:len(data)-1], nil
		case err == io.EOF && len(data) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, r.fail("the last line is not finished: the file was cut off")
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("reading line %d: %w", r.line, err)
		}
	}
}

// repeatedKey returns a key that the outermost object has twice, or "".
func repeatedKey(data []byte) string {
	dec := json.NewDecoder(bytes.NewReader(data))
	seen := map[string]bool{}
	depth, isKey := 0, false
	for {
		tok, err := dec.Token()
		if err != nil {
			return "" // the end, or an error that decoding reports better
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
			isKey = depth == 1 && tok == json.Delim('{')
			continue
		case json.Delim('}'), json.Delim(']'):
			depth--
			isKey = depth == 1
			continue
		}
		key, isString := tok.(string)
		if depth == 1 && isKey && isString {
			if seen[key] {
				return key
			}
			seen[key] = true
		}
		if depth == 1 {
			isKey = !isKey
		}
	}
}
