package fakeserver

import (
	"fmt"
	"slices"
)

// logAction sends notifications/message, if the client wants messages of that level: a
// legacy one wants all that it has not turned off with logging/setLevel, a modern one those
// that its request asks for.
type logAction struct {
	// Text of the message.
	Text string `yaml:"text" short:"true"`
	// Level of it; empty = info.
	Level string `yaml:"level"`
}

func (a logAction) check() error {
	if a.Level != "" && !slices.Contains(logLevels, a.Level) {
		return fmt.Errorf("level %q is none of %q", a.Level, logLevels)
	}
	return nil
}

func (a logAction) apply(x *exec) bool {
	level := either(a.Level, "info")
	least := x.c.logLevel
	if x.modern {
		least = textMember(member(x.msg.params, "_meta"), metaLogLevel)
		if least == "" {
			return true
		}
	}
	if slices.Index(logLevels, level) < slices.Index(logLevels, least) {
		return true
	}
	params := encode(map[string]string{"level": level, "data": a.Text})
	x.w.emit(frame{text: outgoing(nil, "notifications/message", params), method: "notifications/message"})
	return true
}
