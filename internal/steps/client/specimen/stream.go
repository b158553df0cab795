package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
)

// events reads a stream to its end and returns the last id and the retry time.
func (l *webLink) events(body io.Reader) (last string, retry time.Duration) {
	lines := bufio.NewScanner(l.c.reader(body))
	lines.Buffer(nil, l.longest())
	if !l.c.is("FF-51") {
		lines.Split(anyLine)
	}
	var data []string
	kind, first, before := "", true, ""
	for lines.Scan() {
		text := lines.Text()
		if first && !l.c.is("CLI-52.bom") {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		first = false
		if strings.HasPrefix(text, ":") {
			if l.c.is("CLI-52.comment", "CLI-114") {
				l.c.die("a comment")
			}
			if l.c.is("CLI-52.within") {
				data = nil
			}
			continue
		}
		name, value := l.c.fieldOf(text)
		switch name {
		case "":
			if l.c.is("FF-52") && data != nil || l.c.isMessage(kind) && strings.Join(data, "") != "" {
				l.hearEvent(body, l.c.joined(data))
				if l.c.is("CLI-81.first") {
					return last, retry
				}
			}
			if l.c.is("CLI-11.bare") && data == nil || l.c.is("CLI-11.data") && strings.Join(data, "") != "" {
				last = before
			}
			data, kind, before = nil, "", last
		case "event":
			kind = value
		case "data":
			data = append(data, value)
		case "id":
			l.lastOfAny.Store(value)
			if (last == "" || !l.c.is("CLI-11.first")) && (value != "" || !l.c.is("CLI-133")) {
				last = value
			}
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				retry = time.Duration(ms) * l.c.unitOfRetry()
				if l.c.is("CLI-10.own") {
					retry = time.Second
				}
			} else if l.c.is("CLI-10.text") {
				retry = time.Millisecond
			}
		}
	}
	l.broken.Store(lines.Err() != nil)
	l.hearLate()
	if data != nil && l.c.is("CLI-52.end") {
		l.c.heard([]byte(strings.Join(data, "\n")))
	}
	return last, retry
}

// anyLine splits at LF, CRLF and CR.
func anyLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	for i, b := range data {
		switch {
		case b == '\n':
			return i + 1, data[:i], nil
		case b == '\r' && i+1 < len(data) && data[i+1] == '\n':
			return i + 2, data[:i], nil
		case b == '\r' && (i+1 < len(data) || atEOF):
			return i + 1, data[:i], nil
		}
	}
	return 0, nil, nil
}
