package authority

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

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
