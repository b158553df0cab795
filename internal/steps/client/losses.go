package client

import (
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
)

// losses are the sessions that the server has forgotten.
type losses struct {
	at     map[string]int // the places where they were
	places []int          // of sessions that were given, in order
	known  int            // by its id, the last session that the client is seen to know, from 1
	number map[string]int // of each session, from 1
}

func lossesOf(r *clientcheck.Run, minted []clientcheck.Indexed) losses {
	l := losses{at: map[string]int{}, number: map[string]int{}}
	for i, m := range minted {
		l.places, l.number[m.ID] = append(l.places, m.Place), i+1
	}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == "session expired" }) {
		l.at[e.ID] = e.Place
	}
	return l
}

// lostSession are the words of findings that a lost session may explain.
const lostSession = "was answered with 404"

// note says whether a session was lost before a place.
func (l *losses) note(at int) string {
	for _, lost := range l.at {
		if lost < at {
			return "; a session " + lostSession + " before"
		}
	}
	return ""
}

// mintedIn are the session ids that the server gave, in their order.
func mintedIn(r *clientcheck.Run) []clientcheck.Indexed {
	return r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSessionMinted })
}

// revisionsOf are the revisions of sessions, by their ids: each is given with the answer to
// initialize on its own connection.
func revisionsOf(r *clientcheck.Run) map[string]string {
	on := map[int]string{}
	for _, welcome := range r.SentBack("initialize") {
		if revision := r.RevisionAt(welcome.Place + 1); clientcheck.Result(welcome.Raw) != nil {
			on[welcome.Conn] = revision
		}
	}
	out := map[string]string{}
	for _, m := range mintedIn(r) {
		out[m.ID] = on[m.Conn]
	}
	return out
}

// replaced reports whether a message carries the id of a session that was lost, although the
// client has used a later one, or begins one with it. GET and DELETE may still be about the
// old one. Messages are to be asked about in their order.
func (l *losses) replaced(q clientcheck.Indexed, id string) bool {
	at, isLost := l.at[id]
	number := l.number[id]
	begun, _ := slices.BinarySearch(l.places, q.Place)
	begins := q.Method == initialized && begun > number
	stale := isLost && at < q.Place && q.Verb == http.MethodPost && (begins || l.known > number)
	l.known = max(l.known, number)
	return stale
}
