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
	// Replace writes the whole content.
	Replace(data []byte) error
	// String names the file, for messages.
	String() string
}

// Store keeps decisions. It holds none itself: every question is answered from
// the file as it is now, so that what another process or a person writes there
// counts (D-Q6). Its methods may be called from any goroutine; decisions are
// written one after the other. Make one with [NewStore].
type Store struct {
	storage Storage
	turn    chan struct{} // holds one token: a mutex would be held while a file is written
}

// NewStore returns the store in storage. Nothing is read or written here.
func NewStore(storage Storage) *Store {
	s := &Store{storage: storage, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// Warning is what a user is told about a file that cannot be used
// (S-QWEN-13).
type Warning struct{ Err error }

func (w *Warning) Error() string { return "Warning: MCP approvals file error: " + w.Err.Error() }
func (w *Warning) Unwrap() error { return w.Err }

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
// the definition that it has now (QWEN-83, QWEN-85). Only Approved and Rejected
// can be stored. Everything else in the file is kept, apart from comments. A file
// that cannot be understood is left as it is, and that is an error: it may hold
// decisions that the user can still rescue.
func (s *Store) Decide(root string, decision State, servers ...settings.Entry) error {
	if decision != Approved && decision != Rejected {
		return fmt.Errorf("storing an approval: %q is no decision", decision)
	}
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	data, err := s.storage.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		data = []byte("{}")
	case err != nil:
		return fmt.Errorf("storing an approval: %w", err)
	}
	d, err := parseDocument(s.storage.String(), data)
	if err != nil {
		return fmt.Errorf("storing an approval: the file stays as it is: %w", err)
	}
	for _, e := range servers {
		d.put(projectKey(root), e.Name, Record{Hash: Hash(e.Definition), State: decision})
	}
	if err := s.storage.Replace(d.text()); err != nil {
		return fmt.Errorf("storing an approval: %w", err)
	}
	return nil
}

// projectKey is how the file names a project.
func projectKey(root string) string { return filepath.Clean(root) }

// indent writes JSON with two blanks.
func indent(compact []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		return compact
	}
	return append(b.Bytes(), '\n')
}
