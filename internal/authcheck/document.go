package authcheck

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/loopback"
	"github.com/mcpsim/mcpsim/internal/verdict"
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
func (d *Document) List(name string) []string { return Texts(d.Members[name]) }

// Texts is a list of strings; nil = it is none.
func Texts(raw json.RawMessage) (list []string) {
	if jsonparts.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

// Endpoint is the URL of one; an error tells that it is none that a client can use. Plain HTTP
// to another machine is told by the check of that, once for all that has to pass there.
func (b *Bench) Endpoint(name string) (*url.URL, error) {
	doc, err := b.Metadata()
	if err != nil {
		return nil, err
	}
	text := doc.Text(name)
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Fragment != "":
		return nil, verdict.Because("AS-01", "the metadata name no %s", name)
	case b.Insecure(text):
		return nil, verdict.Because("AS-11", "%s is %s", name, text)
	}
	return u, nil
}

// Read gets what is at a URL of the metadata.
func (b *Bench) Read(u *url.URL) (*Reply, error) { return b.get(u.String()) }

// Insecure reports whether a URL of the metadata is on another machine and without TLS. Where
// the issuer is that itself, what it names may be, too.
func (b *Bench) Insecure(text string) bool {
	clear := func(text string) bool {
		u, err := url.Parse(text)
		return err == nil && u.Scheme == "http" && !loopback.Host(u.Hostname())
	}
	return clear(text) && !clear(b.Target.Issuer)
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
