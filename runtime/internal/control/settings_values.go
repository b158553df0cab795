package control

import (
	"strconv"

	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/tailscale/hujson"
)

// object is the section of a key; nil if it is not there.
func (r *settingsReader) object(o *hujson.Object, key string) *hujson.Object {
	v := r.value(o, key)
	if v == nil {
		return nil
	}
	section, ok := v.Value.(*hujson.Object)
	if !ok {
		r.wrong(v, key, "an object")
	}
	return section
}

// array are the elements of a list; none if it is not there.
func (r *settingsReader) array(o *hujson.Object, key string) []hujson.Value {
	v := r.value(o, key)
	if v == nil {
		return nil
	}
	list, ok := v.Value.(*hujson.Array)
	if !ok {
		r.wrong(v, key, "a list")
		return nil
	}
	return list.Elements
}

// The readers of literals leave the default where there is no value.

func (r *settingsReader) flag(o *hujson.Object, key string, into *bool) {
	switch v := r.value(o, key); {
	case v == nil:
	case v.Value.Kind() == 't' || v.Value.Kind() == 'f':
		*into = v.Value.Kind() == 't'
	default:
		r.wrong(v, key, "true or false")
	}
}

func (r *settingsReader) text(o *hujson.Object, key string, into *string) {
	if v := r.value(o, key); v != nil {
		r.textOf(v, key, into)
	}
}

func (r *settingsReader) textOf(v *hujson.Value, key string, into *string) {
	if v.Value.Kind() != '"' {
		r.wrong(v, key, "a string")
		return
	}
	*into = v.Value.(hujson.Literal).String()
}

func (r *settingsReader) number(o *hujson.Object, key string, into *int) {
	v := r.value(o, key)
	if v == nil {
		return
	}
	if v.Value.Kind() == '0' {
		if n, err := strconv.ParseInt(string(v.Value.(hujson.Literal)), 10, 32); err == nil && n >= 0 {
			*into = int(n)
			return
		}
	}
	r.wrong(v, key, "a whole number, 0 or more")
}

func (r *settingsReader) texts(o *hujson.Object, key string, into *[]string) {
	for _, element := range r.array(o, key) {
		var text string
		r.textOf(&element, "an entry of "+key, &text)
		*into = append(*into, text)
	}
}

// providers reads a list of providers. One that cannot be used is left out.
func (r *settingsReader) providers(o *hujson.Object, key string) []room.Definition {
	elements := r.array(o, key)
	if len(elements) > MaxProviders {
		r.report(elements[MaxProviders].StartOffset, true, "left out: more than %d providers", MaxProviders)
		elements = elements[:MaxProviders]
	}
	var all []room.Definition
	seen := map[string]bool{}
	for i := range elements {
		object, ok := elements[i].Value.(*hujson.Object)
		if !ok {
			r.wrong(&elements[i], "an entry of "+key, "an object")
			return nil
		}
		r.section(object, []string{"id", "url", "visibility"}, true)
		var p room.Definition
		r.text(object, "id", &p.ID)
		r.text(object, "url", &p.URL)
		r.text(object, "visibility", &p.Visibility)
		if err := check(p); err != nil {
			r.report(elements[i].StartOffset, true, "a provider is left out: %s", err)
			continue
		}
		if seen[p.ID] {
			r.report(elements[i].StartOffset, false, "provider %q is there again; the last one counts", p.ID)
		}
		seen[p.ID] = true
		all = append(all, p)
	}
	return latest(all)
}
