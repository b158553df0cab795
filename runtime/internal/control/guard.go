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
)

// Guard says who may use routes that change something. The zero value lets in every
// program that can connect and speaks to this machine by a name of its own.
type Guard struct {
	// Token must come with each request as "Authorization: Bearer …"; empty: none is
	// demanded.
	Token string
	// Hosts are names under which the server is reached besides localhost and the
	// loopback addresses, without a port. A page whose name was made to point here
	// could otherwise pass for this server.
	Hosts []string
	// AnyHost lets every name count, for servers that others are to reach.
	AnyHost bool
}

var (
	errCrossOrigin = errors.New("a page from elsewhere may not do this")
	errHost        = errors.New("this server is not known by that name")
	errToken       = errors.New("the token is missing or wrong")
)

// protect puts the guard before a handler.
func (g Guard) protect(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !g.knows(r.Host):
			fail(w, http.StatusForbidden, errHost)
		case fromElsewhere(r):
			fail(w, http.StatusForbidden, errCrossOrigin)
		case !g.admits(r.Header.Get("Authorization")):
			w.Header().Set("WWW-Authenticate", "Bearer")
			fail(w, http.StatusUnauthorized, errToken)
		default:
			next(w, r)
		}
	}
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

// admits compares the token without telling by the time it takes how much of it is
// right.
func (g Guard) admits(authorization string) bool {
	if g.Token == "" {
		return true
	}
	scheme, token, _ := strings.Cut(authorization, " ")
	want, got := sha256.Sum256([]byte(g.Token)), sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(want[:], got[:]) == 1
}
