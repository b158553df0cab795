package ui

import "time"

// Short is a duration as a person wants to read it.
func Short(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// JSONVersion is the version of every line that connect and the lists write with
// --json. Fields may be added to a version; none changes its meaning.
const JSONVersion = 1

// JSONLine begins each object of such a line.
type JSONLine struct {
	Version int    `json:"version"`
	Type    string `json:"type"`
}

// LineOf begins a line of a type.
func LineOf(kind string) JSONLine { return JSONLine{JSONVersion, kind} }
