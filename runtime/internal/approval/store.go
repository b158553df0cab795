package approval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// The default name of the file in the program's directory, and the environment
// variable that names another file (S-QWEN-12).
const (
	FileName     = "mcpApprovals.json"
	FileVariable = "QWEN_CODE_MCP_APPROVALS_PATH"
)

// MaxSize is the limit of the file in bytes.
const MaxSize = 4 << 20

// Storage is the one file behind a [Store]. Its methods may be called from any
// goroutine. [Disk] is a file, [Memory] is not.
type Storage interface {
	// Read returns the content; the error for a file that does not exist matches
	// fs.ErrNotExist.
	Read() ([]byte, error)
	// Change replaces the content by what change makes of it; that of a file that
	// does not exist is nil. No other Change comes between, in this process or in
	// another. An error of change is returned, and the content stays.
	Change(change func(data []byte) ([]byte, error)) error
	// String names the file, for messages.
	String() string
}

// Store keeps decisions. It holds none itself: every question is answered from
// the file as it is now, so that what another process or a person writes there
// counts (D-Q6). Its methods may be called from any goroutine and in several processes;
// decisions are written one after the other. Make one with [NewStore].
type Store struct{ storage Storage }

// NewStore returns the store in storage. Nothing is read or written here.
func NewStore(storage Storage) *Store { return &Store{storage} }

// Warning is what a user is told about a file that cannot be used
// (S-QWEN-13).
type Warning struct{ Err error }

func (w *Warning) Error() string { return "Warning: MCP approvals file error: " + w.Err.Error() }

// Load returns the decisions about the servers of the project in root, an
// absolute path. A file that does not exist holds none. One that cannot be read
// or understood holds none either, and is reported by a *[Warning]; a record
// that cannot be understood counts as none.
func (s *Store) Load(root string) (Records, error) {
	data, err := s.storage.Read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Warning{err}
	}
	d, err := parseDocument(s.storage.String(), data)
	if err != nil {
		return nil, &Warning{err}
	}
	return d.records(projectKey(root)), nil
}

// Decide stores one decision about servers of the project in root, each bound to
// the definition that it has now (QWEN-83, QWEN-85). The decision is Approved or
// Rejected. Everything else in the file is kept, apart from comments. A file
// that cannot be understood is left as it is, and that is an error: it may hold
// decisions that the user can still rescue, and so is a file that would be larger than
// [MaxSize], as nothing could read it again. When Decide has returned without an error
// the decisions are in the file, whatever other processes write there meanwhile.
func (s *Store) Decide(root string, decision State, servers ...settings.Entry) error {
	err := s.storage.Change(func(data []byte) ([]byte, error) {
		if data == nil {
			data = []byte("{}")
		}
		d, err := parseDocument(s.storage.String(), data)
		if err != nil {
			return nil, fmt.Errorf("the file stays as it is: %w", err)
		}
		records := Records{}
		for _, e := range servers {
			records[e.Name] = Record{Hash: Hash(e.Definition), State: decision}
		}
		d.put(projectKey(root), records)
		text := d.text()
		if len(text) > MaxSize {
			return nil, fmt.Errorf("the file stays as it is: it would have %d bytes, more than the %d that are read; take projects out of %s that are gone",
				len(text), MaxSize, s.storage)
		}
		return text, nil
	})
	if err != nil {
		return fmt.Errorf("storing an approval: %w", err)
	}
	return nil
}

// projectKey is how the file names a project.
func projectKey(root string) string { return filepath.Clean(root) }

// indent writes JSON with two blanks.
func indent(compact []byte) []byte {
	var b bytes.Buffer
	_ = json.Indent(&b, compact, "", "  ") // it was written here
	return append(b.Bytes(), '\n')
}
