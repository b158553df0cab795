package ws

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoUpgrade says that the server answered the upgrade like any other request:
// there is no WebSocket at that URL.
var ErrNoUpgrade = errors.New("the server did not upgrade the connection")

// ErrBadUpgrade says that the server upgraded the connection, and that its headers are not
// those of a WebSocket, or answer another client. They are not repeated: they may be long.
var ErrBadUpgrade = errors.New("the headers of the server's upgrade are not those that were asked for")

// MessageTooLongError says that the server sent a message above
// Options.MaxMessage. It ends the connection.
type MessageTooLongError struct{ Limit int }

func (e *MessageTooLongError) Error() string {
	return fmt.Sprintf("message exceeds %d bytes", e.Limit)
}

// ClosedError says that the server closed the connection with a status that is no
// regular end.
type ClosedError struct {
	Code   int    // of RFC 6455, 7.4; 1005 if the server gave none
	Reason string // as the server wrote it, at most 123 bytes
}

func (e *ClosedError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("the server closed the WebSocket with status %d: %s", e.Code, e.Reason), ": ")
}
