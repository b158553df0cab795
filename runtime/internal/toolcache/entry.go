package toolcache

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// version is that of the stored form. Entries of any other are misses.
const version = 1

// header is the stored form of one server's list without the list.
type header struct {
	Version    int       `json:"version"`
	Server     string    `json:"server"`
	ConfigHash string    `json:"config_hash"`
	SavedAt    time.Time `json:"saved_at"`
}

// entry is the whole stored form. Tools stay raw until everything else has been
// found good.
type entry struct {
	header
	Tools json.RawMessage `json:"tools"`
}

// encode puts the definitions into the entry byte by byte. encoding/json would
// rewrite them, and what a host shows to a model must not change when a cached
// tool is replaced by the live one. What is no object is no definition: those who
// show it have said so, and it is left out.
func encode(server, configHash string, savedAt time.Time, tools []json.RawMessage) ([]byte, error) {
	data, _ := json.Marshal(header{version, server, configHash, savedAt.UTC()}) // fails for no clock's time
	data = append(bytes.TrimSuffix(data, []byte("}")), `,"tools":[`...)
	for _, tool := range tools {
		if isObject(tool) && json.Valid(tool) {
			data = append(append(data, tool...), ',')
		}
	}
	data = append(bytes.TrimSuffix(data, []byte(",")), "]}"...)
	if len(data) > MaxSize {
		return nil, saving(server, fmt.Errorf("%d bytes are more than the %d that are stored", len(data), MaxSize))
	}
	return data, nil
}

var errNoEntry = errors.New("not an entry of the tool cache")

// decode judges stored bytes. It is the only reader, for every kind of store.
func decode(data []byte, server, configHash string, now time.Time) Found {
	var e entry
	if err := json.Unmarshal(data, &e); err != nil {
		if _, torn := errors.AsType[*json.SyntaxError](err); !torn {
			err = errNoEntry // the rest is told in terms of this program
		}
		return odd(Corrupt, server, err)
	}
	switch age := now.Sub(e.SavedAt); {
	case e.Version != version:
		return odd(Version, server, fmt.Errorf("version %d, not %d", e.Version, version))
	case e.Server != server:
		return odd(Corrupt, server, fmt.Errorf("saved for %q", e.Server))
	case e.ConfigHash != configHash:
		return Found{Reason: OtherConfig}
	case age >= MaxAge || age <= -MaxAge: // a clock may have been set back a little
		return Found{Reason: Expired}
	case len(e.Tools) == 0 || e.Tools[0] != '[':
		return odd(NotArray, server, errors.New("tools are not an array"))
	}
	var tools []json.RawMessage
	_ = json.Unmarshal(e.Tools, &tools) // a list that was read as a part of the entry
	if i := slices.IndexFunc(tools, func(tool json.RawMessage) bool { return !isObject(tool) }); i >= 0 {
		return odd(Corrupt, server, fmt.Errorf("tool %d is not an object", i))
	}
	return Found{Reason: Hit, Tools: tools}
}

func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(raw, []byte("{")) }

// odd is a miss with a warning for the log.
func odd(reason Reason, server string, err error) Found {
	return Found{Reason: reason, Warning: fmt.Errorf("reading cached tools of %q: %w", server, err)}
}

func saving(server string, err error) error {
	return fmt.Errorf("saving tools of %q: %w", server, err)
}
