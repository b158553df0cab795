package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Read reads a result or params of a server straight from what it sent. The value
// shares memory with raw, which must not change any more. Reading is what
// encoding/json does: names match without regard to case, unknown members are ignored.
// An error says where a value is of another type; the value is of no use then.
func Read[T any, P shape[T]](raw json.RawMessage) (value T, err error) {
	s := jsonscan.New(raw)
	P(&value).scan(&s)
	return value, s.End()
}

// shape is a type that takes itself from a text.
type shape[T any] interface {
	*T
	scan(*jsonscan.Scanner)
}

// unmarshal reads for encoding/json, which keeps the data for itself.
func unmarshal(data []byte, what string, scan func(*jsonscan.Scanner)) error {
	s := jsonscan.New(bytes.Clone(data))
	scan(&s)
	return named(what, s.End())
}

func named(what string, err error) error {
	if err != nil {
		return fmt.Errorf("reading a %s: %w", what, err)
	}
	return nil
}

// readEach reads every definition on its own, so that one bad definition does not
// cost the others (FF-37). The errors name the position, from 0.
func readEach[T any](raws []json.RawMessage, read func(json.RawMessage) (T, error)) (good []T, bad []error) {
	for i, raw := range raws {
		v, err := read(raw)
		if err != nil {
			bad = append(bad, fmt.Errorf("definition %d: %w", i, err))
			continue
		}
		good = append(good, v)
	}
	return good, bad
}

// definition is Read with an error that says what was read.
func definition[T any, P shape[T]](what string) func(json.RawMessage) (T, error) {
	return func(raw json.RawMessage) (T, error) {
		value, err := Read[T, P](raw)
		return value, named(what, err)
	}
}
