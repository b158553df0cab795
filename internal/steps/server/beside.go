package server

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// manyRead is how many resources are read where it is no accident that nearly all come with
// another.
const manyRead = 3

// returned are the URIs of what was read of a resource.
func returned(v probe.Visit) (out []string) {
	var result struct{ Contents []struct{ URI string } }
	if v.Err != nil || jsonparts.Unmarshal(v.Answer.Members["result"], &result) != nil {
		return nil
	}
	for _, content := range result.Contents {
		out = append(out, content.URI)
	}
	return out
}

// isBelow reports whether contents with a URI may be those of a resource: it is the same one, or
// begins with it. A URI that goes on in the middle of a word is another one if it is listed.
func isBelow(all *probe.Browse, uri, asked string) bool {
	rest, begins := strings.CutPrefix(plainURI(uri), plainURI(asked))
	return begins && (rest == "" || strings.ContainsAny(rest[:1], "/?#:;,&.@") || strings.HasSuffix(asked, "/") || !isListed(all, uri))
}

func isListed(all *probe.Browse, uri string) bool {
	return slices.ContainsFunc(all.Listed, func(item probe.Item) bool { return plainURI(probe.Text(item["uri"])) == plainURI(uri) })
}

// foreignTo are the listed resources whose contents came with those of another one.
func foreignTo(all *probe.Browse, v probe.Visit) (out []string) {
	for _, uri := range returned(v) {
		if uri != "" && isListed(all, uri) && !isBelow(all, uri, v.Name) {
			out = append(out, plainURI(uri))
		}
	}
	return out
}

// besides is a resource that was read together with another one which is not below it, and that
// one; "" = none. A resource that is an index of others may hold them: what shows that they do not
// belong there is that both hold each other, that they came only when it was read again, or that
// nearly every resource comes with another one.
func besides(all *probe.Browse) (name, other string) {
	foreign, mixed, judged := map[string][]string{}, "", 0
	for _, v := range all.Resources {
		if len(returned(v)) == 0 {
			continue
		}
		judged++
		if f := foreignTo(all, v); len(f) > 0 {
			foreign[plainURI(v.Name)], mixed = f, v.Name
		}
	}
	for _, v := range append(slices.Clone(all.Again), all.Resources...) {
		first := foreign[plainURI(v.Name)]
		for _, uri := range foreignTo(all, v) {
			if !slices.Contains(first, uri) || slices.Contains(foreign[uri], plainURI(v.Name)) {
				return v.Name, uri
			}
		}
	}
	if judged >= manyRead && len(foreign) >= judged-1 {
		return mixed, foreign[plainURI(mixed)][0]
	}
	return "", ""
}
