package probe

import "sync"

// shared is what is made once, by the check that needs it first, and used by others.
type shared[T any] struct {
	mu    sync.Mutex
	made  bool
	value T
	sent  []string // for it, see [Sent]: those who use it have sent that, too
}

// get makes the value if there is none. What fails is tried anew by the next check, but for what
// wants a session of a server that opens none ([Bench.Ready]), which is not tried at all.
func (s *shared[T]) get(b *Bench, make func() (T, error)) (T, error) {
	if err := b.Ready(); err != nil {
		return *new(T), err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made {
		b.keepKinds(s.sent)
		return s.value, nil
	}
	value, err := make()
	if err != nil {
		return value, err
	}
	s.value, s.made, s.sent = value, true, b.SentInCheck()
	return value, nil
}
