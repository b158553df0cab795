package control

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

// Guard says who may use which route, and who a request is from. It stands before every
// route but the one for health, which tells nothing of the room. The
// zero value lets in every program that can connect and speaks to this machine by a
// name of its own, as the owner of the room.
type Guard struct {
	// Token must come with each command and question of the status as "Authorization: Bearer …" and is that of the
	// owner; empty: none is demanded, and every program on this machine is the owner.
	Token string
	// Members are further entities, which see and use tools and give no commands.
	Members []Member
	// Hosts are names under which the server is reached besides localhost and the
	// loopback addresses, without a port. A page whose name was made to point here
	// could otherwise pass for this server.
	Hosts []string
	// AnyHost lets every name count, for servers that others are to reach.
	AnyHost bool
}

// Member is an entity that a token stands for.
type Member struct {
	Token string // not empty
	room.Entity
}

var (
	errCrossOrigin = errors.New("a page from elsewhere may not do this")
	errHost        = errors.New("this server is not known by that name")
	errToken       = errors.New("the token is missing or wrong")
)

// protect lets the owner in, who gives commands.
func (g Guard) protect(next http.HandlerFunc) http.HandlerFunc { return g.from(room.Owner, next) }

// admit lets every entity in that has a token, if one is demanded: states and addresses
// are no matter of others (A-R26).
func (g Guard) admit(next http.HandlerFunc) http.HandlerFunc { return g.from(room.Member, next) }

// from puts the guard before a handler for entities of a role and above.
func (g Guard) from(least room.Role, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := g.entity(r)
		switch {
		case err != nil:
			refuse(w, err)
		case who.Role < least:
			refuse(w, errToken)
		default:
			next(w, r)
		}
	}
}

// refuse answers a request that the guard does not let in.
func refuse(w http.ResponseWriter, err error) {
	if !errors.Is(err, errToken) {
		fail(w, http.StatusForbidden, err)
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	fail(w, http.StatusUnauthorized, err)
}

// entity is who a request is from (A-R26). A web page from elsewhere, a name of this
// server that is not known and a token that stands for no entity are errors.
func (g Guard) entity(r *http.Request) (room.Entity, error) {
	authorization := r.Header.Get("Authorization")
	switch {
	case !g.knows(r.Host):
		return room.Entity{}, errHost
	case fromElsewhere(r):
		return room.Entity{}, errCrossOrigin
	case g.Token == "" && (authorization == "" || len(g.Members) == 0): // no token tells entities apart
		return room.Entity{Role: room.Owner}, nil
	case g.Token != "" && bears(authorization, g.Token):
		return room.Entity{Role: room.Owner}, nil
	case authorization == "":
		return room.Entity{}, nil
	}
	for _, m := range g.Members {
		if bears(authorization, m.Token) {
			return m.Entity, nil
		}
	}
	return room.Entity{}, errToken
}

// knows reports whether the server is meant by a Host header.
func (g Guard) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if g.AnyHost || host == "localhost" || slices.Contains(g.Hosts, host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// fromElsewhere reports whether a browser made the request for a page of another
// origin. Programs send neither header.
func fromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return true
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host != r.Host
}

// bears compares a token without telling by the time it takes how much of it is right.
func bears(authorization, wanted string) bool {
	scheme, token, _ := strings.Cut(authorization, " ")
	want, got := sha256.Sum256([]byte(wanted)), sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(want[:], got[:]) == 1
}
