package authcheck

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Document are the metadata of an authorization server (RFC 8414).
type Document struct {
	URL     string // where they were found
	Members map[string]json.RawMessage
}

// Text is a member that is a string; "" = it is none.
func (d *Document) Text(name string) (text string) {
	_ = jsonparts.Unmarshal(d.Members[name], &text)
	return text
}

// List is a member that is a list of strings; nil = it is none.
func (d *Document) List(name string) (list []string) {
	_ = jsonparts.Unmarshal(d.Members[name], &list)
	return list
}

// Says reports whether a member is true.
func (d *Document) Says(name string) bool { return string(d.Members[name]) == "true" }

// Place is one where metadata may be.
type Place struct {
	URL      string
	Reply    *Reply    // nil = there was none
	Err      error     // why
	Document *Document // nil = there is no JSON object
}

// places are where the metadata of an issuer may be, in the order of clients.
func places(issuer *url.URL) (out []string) {
	const oauth, openID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	path := strings.TrimSuffix(issuer.Path, "/")
	paths := []string{oauth + path, openID + path}
	if path != "" {
		paths = append(paths, path+openID)
	}
	for _, p := range paths {
		out = append(out, (&url.URL{Scheme: issuer.Scheme, Host: issuer.Host, Path: p}).String())
	}
	return out
}

func (b *Bench) read(place string) Place {
	r, err := b.get(place)
	p := Place{URL: place, Reply: r, Err: err}
	var members map[string]json.RawMessage
	if err == nil && r.Status == http.StatusOK && jsonparts.Unmarshal(r.Body, &members) == nil && members != nil {
		p.Document = &Document{place, members}
	}
	return p
}
