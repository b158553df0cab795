package mutate

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Result is what became of a mutant.
type Result struct {
	ID
	Line     int           `json:"line"`
	Features Verdict       `json:"features"`         // "" = not asked
	By       string        `json:"by,omitempty"`     // what noticed it
	Tests    Verdict       `json:"tests,omitempty"`  // "" = not asked
	Left     string        `json:"left,omitempty"`   // which tests did not judge one that survived
	Budget   time.Duration `json:"budget,omitempty"` // of [Options], in nanoseconds
	Source   string        `json:"source"`           // the state of the source that was judged
}

// Survived reports whether nothing noticed the mutant. Tests that were not asked
// noticed nothing.
func (r Result) Survived() bool { return !r.Features.dead() && !r.Tests.dead() }

// Journal keeps results in a file, so that a run goes on where the last one ended.
// A result counts for the state of the source that it was found with.
type Journal struct {
	source string
	mu     sync.Mutex
	file   *os.File
	known  map[ID]Result
}

// OpenJournal reads the results that count for the source below root.
func OpenJournal(name, root string) (*Journal, error) {
	source, err := state(root)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j := &Journal{source: source, file: file, known: map[ID]Result{}}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r Result
		if json.Unmarshal(lines.Bytes(), &r) == nil && r.Source == source { // the last line may be torn
			j.known[r.ID] = r
		}
	}
	return j, lines.Err()
}

// Known is a result of an earlier run.
func (j *Journal) Known(id ID) (Result, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.known[id]
	return r, ok
}

// Add writes a result down.
func (j *Journal) Add(r Result) error {
	r.Source = j.source
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.known[r.ID] = r
	_, err = j.file.Write(append(data, '\n'))
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// state is a hash of all source that decides about mutants.
func state(root string) (string, error) {
	hash := sha256.New()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".feature", ".mod"}, filepath.Ext(name)):
			return nil
		}
		data, err := os.ReadFile(name)
		_, _ = fmt.Fprintf(hash, "%s %x\n", strings.TrimPrefix(name, root), sha256.Sum256(data))
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)[:8]), err
}
