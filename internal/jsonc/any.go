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

// Put replaces all members of an object with a name by one, in the place of the
// first. Values of the object that were read before must not be used any more.
func (v Value) Put(name string, value Value) {
	object := v.node.Value.(*hujson.Object)
	added := hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(name)}, Value: *value.node}
	same := func(m hujson.ObjectMember) bool { return nameOf(m) == name }
	at := slices.IndexFunc(object.Members, same)
	if at < 0 {
		at = len(object.Members)
	}
	object.Members = slices.Insert(slices.DeleteFunc(object.Members, same), at, added)
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
