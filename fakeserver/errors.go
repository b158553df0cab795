package fakeserver

import (
	"fmt"
	"strings"
)

// ScriptError says where a script is wrong, and why.
type ScriptError struct {
	File    string
	Line    int // from 1; 0 = the whole file
	Column  int // from 1
	Message string
	Hint    string // the nearest known word, or ""
	Source  string // the line
}

// Error is the position, the message, and the line with a caret below it.
func (e *ScriptError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	if e.Hint != "" {
		fmt.Fprintf(&b, ", did you mean %q?", e.Hint)
	}
	margin := fmt.Sprintf("%5d | ", e.Line)
	fmt.Fprintf(&b, "\n%s%s\n%s^", margin, e.Source, strings.Repeat(" ", len(margin)+max(0, e.Column-1)))
	return b.String()
}
