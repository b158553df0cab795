package ui

import (
	"bytes"
	"io"
	"log"
)

// standardLog takes what the standard library logs. net/http repeats there what a server
// sends without being asked, with the secrets that it was given, and that helps nobody.
// Only that a handler of this program has panicked is told.
type standardLog struct{ to io.Writer }

func (l standardLog) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("http: panic serving ")) {
		return l.to.Write(p)
	}
	return len(p), nil
}

// catchLog has the standard library log to where text for people goes, until stop is called.
func catchLog(to io.Writer) (stop func()) {
	before := log.Writer()
	log.SetOutput(standardLog{to})
	return func() { log.SetOutput(before) }
}
