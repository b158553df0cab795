package secrets

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Keyring keeps a few short secrets for the user of a machine, such as that of a desktop.
// Its methods may be called from any goroutine; several processes may share what is behind
// it.
type Keyring interface {
	// Get returns what is kept under a name; found is false if there is nothing.
	Get(ctx context.Context, name string) (secret string, found bool, err error)
	// Set keeps a secret under a name, whatever is there already.
	Set(ctx context.Context, name, secret string) error
}

// Sealing says which credentials of a directory are sealed with a key of the keyring.
type Sealing int

const (
	// SealNew seals those that are new, if the keyring can be used. A file that is there
	// stays as it is: sealed or not.
	SealNew Sealing = iota
	// SealAll seals all; where the keyring cannot be used nothing is kept.
	SealAll
	// SealNone seals none.
	SealNone
)

// seals closes and opens files with a key that the keyring keeps (X-LOGIN-1): one for each
// directory. nil opens and closes none.
type seals struct {
	ring  Keyring
	how   Sealing
	named string // the file with the name of the key

	mu    sync.Mutex
	asked bool   // for the key of the directory
	key   string // its name; empty: there is none
	err   error  // why there is none
	known map[string]cipher.AEAD
}

// sealed is the format of a file that is closed.
type sealed struct {
	Version int    `json:"version"`
	ID      string `json:"id"` // goes into the seal: a file under another name does not open
	Key     string `json:"key"`
	Sealed  []byte `json:"sealed"` // nonce and AES-GCM (256 bits) of what an open file holds
}

const sealedVersion = 2

// keyLength and nameLength are in bytes.
const (
	keyLength  = 32
	nameLength = 8
)

// open returns what is in a file, and whether it was sealed.
func (s *seals) open(ctx context.Context, data []byte, id string) (plain []byte, was bool, err error) {
	var f sealed
	if json.Unmarshal(data, &f) != nil || f.Version != sealedVersion || f.Key == "" {
		return data, false, nil
	}
	if s == nil {
		return nil, true, errors.New("it is sealed, and there is no keyring to open it with; a login with --again replaces it")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key, err := s.get(ctx, f.Key)
	if err != nil {
		return nil, true, fmt.Errorf("it is sealed with a key of the keyring (a login with --again replaces it): %w", err)
	}
	plain, err = key.Open(nil, nil, f.Sealed, []byte(id))
	if err != nil || f.ID != id {
		return nil, true, errNotCredential
	}
	return plain, true, nil
}

// close returns what is to be written instead of plain; see closes.
func (s *seals) close(ctx context.Context, plain []byte, id string, known, was bool) ([]byte, error) {
	if !s.closes(known, was) {
		return plain, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name, err := s.current(ctx)
	switch {
	case err != nil && (s.how == SealAll || known):
		return nil, fmt.Errorf("sealing it with a key of the keyring: %w", err)
	case err != nil:
		return plain, nil // there is no keyring
	}
	data, _ := json.Marshal(sealed{Version: sealedVersion, ID: id, Key: name, Sealed: s.known[name].Seal(nil, nil, plain, []byte(id))})
	return append(data, '\n'), nil
}

// closes reports whether a credential is to be sealed: known tells that there is one, was
// that it is sealed.
func (s *seals) closes(known, was bool) bool {
	return s != nil && (s.how == SealAll || s.how == SealNew && (was || !known))
}

// ready asks the keyring before a file is locked, as a person may have to unlock it.
func (s *seals) ready(ctx context.Context, known, was bool) {
	if s.closes(known, was) {
		s.mu.Lock()
		defer s.mu.Unlock()
		_, _ = s.current(ctx) // what is wrong is told by those who need it
	}
}

// current is the name of the key that seals new files; the caller holds mu. It is made if
// there is none, under the lock of the file with its name, so that processes which begin at
// once agree on one.
func (s *seals) current(ctx context.Context) (string, error) {
	if s.asked {
		return s.key, s.err
	}
	s.asked = true
	s.err = atomicfile.Change(s.named, MaxCredential, func() ([]byte, error) { return atomicfile.Read(s.named, MaxCredential) }, func(data []byte) ([]byte, error) {
		s.key = string(data)
		if raw, bad := hex.DecodeString(s.key); bad == nil && len(raw) == nameLength {
			if _, err := s.get(ctx, s.key); !errors.Is(err, errNoKey) {
				return data, err
			}
		}
		var err error
		s.key, err = s.create(ctx)
		return []byte(s.key), err
	})
	return s.key, s.err
}

// create makes a key, puts it into the keyring and reads it from there.
func (s *seals) create(ctx context.Context) (name string, err error) {
	var random [nameLength + keyLength]byte
	_, _ = rand.Read(random[:]) // it never fails
	name = hex.EncodeToString(random[:nameLength])
	err = s.ring.Set(ctx, entry(name), base64.StdEncoding.EncodeToString(random[nameLength:]))
	if err == nil {
		_, err = s.get(ctx, name)
	}
	return name, err
}

// entry is what a key is called in the keyring.
func entry(name string) string { return "credentials " + name }

var errNoKey = errors.New("it has not this key")

// get is a key by its name; the caller holds mu.
func (s *seals) get(ctx context.Context, name string) (cipher.AEAD, error) {
	if key := s.known[name]; key != nil {
		return key, nil
	}
	text, _, err := s.ring.Get(ctx, entry(name)) // empty if there is none
	if err != nil {
		return nil, err
	}
	raw, bad := base64.StdEncoding.DecodeString(text)
	if bad != nil || len(raw) != keyLength {
		return nil, errNoKey
	}
	block, _ := aes.NewCipher(raw) // of 32 bytes, which are good for one
	s.known[name], _ = cipher.NewGCMWithRandomNonce(block)
	return s.known[name], nil
}
