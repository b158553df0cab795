package jsonc

import (
	"maps"
	"slices"

	"github.com/tailscale/hujson"
)

// Map decodes an object to nil, bool, float64, string, []any and map[string]any.
// Of several members with one name the last one counts. It is empty if there is no
// object.
func (v Value) Map() map[string]any {
	if !v.is(Object, "an object") {
		return map[string]any{}
	}
	return decode(*v.node).(map[string]any)
}

func decode(v hujson.Value) any {
	switch value := v.Value.(type) {
	case *hujson.Object:
		out := make(map[string]any, len(value.Members))
		for _, m := range value.Members {
			out[nameOf(m)] = decode(m.Value)
		}
		return out
	case *hujson.Array:
		out := make([]any, len(value.Elements))
		for i, element := range value.Elements {
			out[i] = decode(element)
		}
		return out
	case hujson.Literal:
		switch value.Kind() {
		case '"':
			return value.String()
		case '0':
			return value.Float()
		case 't', 'f':
			return value.Bool()
		}
	}
	return nil
}

// FromMap is a document of decoded JSON, as [Value.Map] returns it, so that it can
// be read in the same way. It has no places; members are in the order of their
// names. What is not JSON counts as null.
func FromMap(object map[string]any) *Document {
	return Source{}.document(&hujson.Value{Value: encode(object)})
}

func encode(v any) hujson.ValueTrimmed {
	switch v := v.(type) {
	case bool:
		return hujson.Bool(v)
	case float64:
		return hujson.Float(v)
	case string:
		return hujson.String(v)
	case []any:
		array := &hujson.Array{}
		for _, element := range v {
			array.Elements = append(array.Elements, hujson.Value{Value: encode(element)})
		}
		return array
	case map[string]any:
		object := &hujson.Object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			object.Members = append(object.Members, hujson.ObjectMember{
				Name: hujson.Value{Value: hujson.String(name)}, Value: hujson.Value{Value: encode(v[name])},
			})
		}
		return object
	}
	return hujson.Literal("null")
}

// Put gives members to an object: each replaces all that have its name, in the place of
// the first, or comes at the end. Of two that are given with one name the later one counts.
// Values of the object that were read before must not be used any more.
func (v Value) Put(members ...Member) {
	object := v.node.Value.(*hujson.Object)
	latest, put := map[string]*hujson.Value{}, map[string]bool{}
	for _, m := range members {
		latest[m.Name] = m.node
	}
	var all []hujson.ObjectMember
	add := func(name string) {
		if !put[name] {
			all = append(all, hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(name)}, Value: *latest[name]})
		}
		put[name] = true
	}
	for _, m := range object.Members {
		if name := nameOf(m); latest[name] != nil {
			add(name)
		} else {
			all = append(all, m)
		}
	}
	for _, m := range members {
		add(m.Name)
	}
	object.Members = all
}

// Depth counts the objects and lists inside each other, 0 for what is neither. The
// parser bounds it.
func (v Value) Depth() int { return depth(*v.node) }

func depth(v hujson.Value) int {
	deepest := 0
	switch value := v.Value.(type) {
	case *hujson.Object:
		for _, m := range value.Members {
			deepest = max(deepest, depth(m.Value))
		}
	case *hujson.Array:
		for _, element := range value.Elements {
			deepest = max(deepest, depth(element))
		}
	default:
		return 0
	}
	return deepest + 1
}
