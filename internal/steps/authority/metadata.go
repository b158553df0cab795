package authority

import (
	"errors"
	"fmt"
	"maps"
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
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	u, err := url.Parse(doc.Text(member))
	return verdict.FailedIf(err != nil || u.Host == "", "%s is %s", member, shown(doc.Members[member]))
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
		if p.Document != nil && !slices.Contains(p.Document.List(member), value) {
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
	return nil
}

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
	return nil
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
