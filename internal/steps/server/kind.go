package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// kinds are the MIME type of a resource in a list, and that of what was read of it.
type kinds struct{ listed, read string }

// kindsTrue blames a MIME type that is one in a list and another in what is read, and is so when
// both are read twice more.
func kindsTrue(all *probe.Browse, c *check, b *probe.Bench) error {
	judged := 0
	for _, v := range all.Read() {
		k, known := kindsOf(all.Listed, v)
		if !known {
			continue
		}
		judged++
		if k.agree() {
			continue
		}
		stays, err := c.keeps(v, func(listed []probe.Item, v probe.Visit) bool {
			again, known := kindsOf(listed, v)
			return known && again == k
		})
		if err != nil {
			return err
		}
		if stays {
			b.RecallBrowse()
			return fmt.Errorf("%q is listed as %s, and what is read of it is %s", v.Name, k.listed, k.read)
		}
	}
	return verdict.NotObservedIf(judged == 0, "no resource has a MIME type both in the list and in its contents")
}

// kindsOf can be compared where one item of the list and one content have the URI that was asked
// for, and both are text or both are bytes: a text may be made of what is none.
func kindsOf(listed []probe.Item, v probe.Visit) (k kinds, known bool) {
	var result struct {
		Contents []map[string]any
	}
	if jsonparts.Unmarshal(v.Answer.Members["result"], &result) != nil || len(result.Contents) != 1 || result.Contents[0]["uri"] != v.Name {
		return k, false
	}
	k.read, _ = result.Contents[0]["mimeType"].(string)
	named := 0
	for _, item := range listed {
		if probe.Text(item["uri"]) == v.Name {
			k.listed = probe.Text(item["mimeType"])
			named++
		}
	}
	_, asText := result.Contents[0]["text"]
	return k, named == 1 && k.listed != "" && k.read != "" && (!asText || isTextual(k.listed))
}

// agree reports whether both say the same: parameters, case and the prefix of types that are not
// registered make no difference, nor does a name for a kind of XML or JSON.
func (k kinds) agree() bool {
	one, other := essence(k.listed), essence(k.read)
	return one == other || suffixOf(one) == other || suffixOf(other) == one
}

// typeOf are the two parts of a MIME type, without parameters, in small letters, the second
// without the prefix of types that are not registered.
func typeOf(mime string) (kind, sub string) {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	kind, sub, _ = strings.Cut(strings.TrimSpace(mime), "/")
	return kind, strings.TrimPrefix(sub, "x-")
}

// essence is a MIME type without what it can be written with or without.
func essence(mime string) string {
	kind, sub := typeOf(mime)
	if kind == "text" && isTextual("application/"+sub) {
		kind = "application" // such as text/xml
	}
	return kind + "/" + sub
}

// suffixOf is the general type of one like application/geo+json; "" = it is none of those.
func suffixOf(mime string) string {
	_, suffix, has := strings.Cut(mime, "+")
	if !has {
		return ""
	}
	return "application/" + suffix
}

// textual are kinds of text that are not called so.
var textual = []string{"json", "xml", "javascript", "yaml", "toml", "sql"}

// isTextual reports whether what has a MIME type is text as it is.
func isTextual(mime string) bool {
	kind, sub := typeOf(mime)
	return kind == "text" || slices.ContainsFunc(textual, func(t string) bool { return sub == t || strings.HasSuffix(sub, "+"+t) })
}
