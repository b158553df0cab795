package authority

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func (w *World) metadata() error {
	_, err := w.bench.Metadata()
	return err
}

func (w *World) places() error { return nil }

func (w *World) found() error {
	var tried []string
	for _, p := range w.bench.Places() {
		switch {
		case p.Document != nil:
			return nil
		case p.Err != nil:
			tried = append(tried, fmt.Sprintf("GET %s: %v", p.URL, p.Err))
		default:
			tried = append(tried, fmt.Sprintf("GET %s: HTTP %d", p.URL, p.Reply.Status))
		}
	}
	return errors.New("there are no metadata:\n" + strings.Join(tried, "\n"))
}

func (w *World) sameIssuer() error {
	if err := w.metadata(); err != nil {
		return err
	}
	for _, p := range w.bench.Places() {
		if p.Document != nil && p.Document.Text("issuer") != w.bench.Target.Issuer {
			return fmt.Errorf("the metadata of %s name the issuer %s, not %s", p.URL, words.Quoted(p.Document.Text("issuer")), w.bench.Target.Issuer)
		}
	}
	return nil
}

func (w *World) names(member string) error {
	if err := w.metadata(); err != nil {
		return err
	}
	for _, p := range w.bench.Places() {
		if p.Document == nil {
			continue
		}
		if u, err := url.Parse(p.Document.Text(member)); err != nil || u.Host == "" {
			return fmt.Errorf("%s of %s is %s", member, p.URL, shown(p.Document.Members[member]))
		}
	}
	return nil
}

// unbroken wants a place without metadata to say so: a client that meets an error of the server there
// cannot know whether it should look elsewhere.
func (w *World) unbroken() error {
	for _, p := range w.bench.Places() {
		if p.Reply != nil && p.Reply.Status >= http.StatusInternalServerError {
			return fmt.Errorf("GET %s: HTTP %d", p.URL, p.Reply.Status)
		}
		if p.Reply != nil && p.Reply.Status == http.StatusOK && p.Reply.JSON() && p.Document == nil {
			return fmt.Errorf("GET %s: HTTP 200 with no JSON object", p.URL)
		}
	}
	return w.metadata()
}

// keyed wants the keys of the server to be where the metadata say.
func (w *World) keyed() error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	if doc.Text("jwks_uri") == "" {
		return nil
	}
	u, err := w.bench.Endpoint("jwks_uri")
	if err != nil {
		return err
	}
	r, err := w.bench.Read(u)
	if err != nil {
		return verdict.NotObserved("GET %s: %v", u, err)
	}
	return verdict.FailedIf(r.Status != http.StatusOK || r.Members()["keys"] == nil, "GET %s: HTTP %d, want a JSON object with keys", u, r.Status)
}

// knowsListed wants the token endpoint to know the grant types that the metadata list. A client that may not use
// one of them is told so in other words.
func (w *World) knowsListed() error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	for _, grant := range doc.List("grant_types_supported") {
		if grant == "implicit" { // has no token endpoint
			continue
		}
		r, err := w.bench.Grant(w.client, grant)
		if err != nil {
			return err
		}
		if r.Text("error") == "unsupported_grant_type" {
			return fmt.Errorf("grant_types_supported is %s, and %q is answered with %s", shown(doc.Members["grant_types_supported"]), grant, r.What())
		}
	}
	return nil
}

// works wants the metadata to list the grant types that the server takes and a client needs: clients
// register for those alone.
func (w *World) works(grant string) error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	listed := doc.List("grant_types_supported")
	if r, err := w.answer(); err != nil || listed == nil || notTaken(r) {
		return err
	}
	return verdict.FailedIf(!slices.Contains(listed, grant), "grant_types_supported is %s, and the server takes %q", shown(doc.Members["grant_types_supported"]), grant)
}

func (w *World) lists(member, value string) error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	return verdict.FailedIf(!slices.Contains(doc.List(member), value), "%s is %s", member, shown(doc.Members[member]))
}

func (w *World) listsAll(member, value string) error {
	if err := w.metadata(); err != nil {
		return err
	}
	for _, p := range w.bench.Places() {
		if p.Document == nil || p.Document.Text("issuer") == "" { // which is told by AS-01
			continue
		}
		if !slices.Contains(p.Document.List(member), value) {
			return fmt.Errorf("%s of %s is %s", member, p.URL, shown(p.Document.Members[member]))
		}
	}
	return nil
}

func (w *World) inJSON() error {
	if err := w.metadata(); err != nil {
		return err
	}
	for _, p := range w.bench.Places() {
		if p.Document != nil && !p.Reply.JSON() {
			return fmt.Errorf("the Content-Type of %s is %s, want application/json", p.URL, words.Quoted(p.Reply.Header.Get("Content-Type")))
		}
	}
	return nil
}

// endpoints are the members of the metadata that name one, in order.
func endpoints(doc *authcheck.Document) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(doc.Members)), func(name string) bool {
		return !strings.HasSuffix(name, "_endpoint") && name != "jwks_uri" || string(doc.Members[name]) == "null"
	})
}

// own are told by an example each.
var own = []string{"authorization_endpoint", "token_endpoint"}

func (w *World) reachable() error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	for _, name := range endpoints(doc) {
		u, err := url.Parse(doc.Text(name))
		if (err != nil || u.Host == "") && !slices.Contains(own, name) || err == nil && u.Fragment != "" {
			return fmt.Errorf("%s is %s", name, shown(doc.Members[name]))
		}
	}
	for _, name := range pages {
		if u, err := url.Parse(doc.Text(name)); doc.Members[name] != nil && string(doc.Members[name]) != "null" && (err != nil || u.Scheme == "") {
			return fmt.Errorf("%s is %s", name, shown(doc.Members[name]))
		}
	}
	return nil
}

// pages are members of the metadata that name something to read (RFC 8414, 2).
var pages = []string{"service_documentation", "op_policy_uri", "op_tos_uri"}

func (w *World) overTLS() error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	for _, name := range endpoints(doc) {
		if w.bench.Insecure(doc.Text(name)) {
			return fmt.Errorf("%s is %s", name, shown(doc.Members[name]))
		}
	}
	return nil
}

func (w *World) listed() error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	for _, name := range []string{"scopes_supported", "grant_types_supported", "response_modes_supported", "token_endpoint_auth_methods_supported"} {
		raw := doc.Members[name]
		if raw != nil && string(raw) != "null" && doc.List(name) == nil {
			return fmt.Errorf("%s is %s, want a list of texts", name, shown(raw))
		}
	}
	for _, scope := range doc.List("scopes_supported") {
		if !isScope(scope) {
			return fmt.Errorf("scopes_supported is %s: %s is no scope", shown(doc.Members["scopes_supported"]), words.Quoted(scope))
		}
	}
	return nil
}

// isScope reports whether a text can be asked for beside others (RFC 6749, 3.3).
func isScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}

func (w *World) says(member string) error {
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	return verdict.FailedIf(!doc.Says(member), "%s is %s", member, shown(doc.Members[member]))
}

// shown is a member of the metadata for a complaint.
func shown(raw []byte) string {
	if raw == nil {
		return "missing"
	}
	return words.Clip(words.Printable(string(raw)), 200)
}
