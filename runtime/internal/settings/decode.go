package settings

import "github.com/tailscale/hujson"

// decodeObject decodes a syntax tree. Numbers become float64, as in the programs
// whose settings these are, so that 1 and 1.0 are the same.
func decodeObject(object *hujson.Object) map[string]any {
	out := make(map[string]any, len(object.Members))
	for _, m := range object.Members {
		out[m.Name.Value.(hujson.Literal).String()] = decodeValue(m.Value)
	}
	return out
}

func decodeValue(v hujson.Value) any {
	switch value := v.Value.(type) {
	case *hujson.Object:
		return decodeObject(value)
	case *hujson.Array:
		out := make([]any, len(value.Elements))
		for i, element := range value.Elements {
			out[i] = decodeValue(element)
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

// member is the value of the last member with a name, nil if there is none.
func member(object *hujson.Object, name string) *hujson.Value {
	for i := len(object.Members) - 1; i >= 0; i-- {
		if object.Members[i].Name.Value.(hujson.Literal).String() == name {
			return &object.Members[i].Value
		}
	}
	return nil
}

func isNull(v hujson.Value) bool { return v.Value.Kind() == 'n' }

// depth counts the objects and lists inside each other, 0 for a literal. The
// reader of files bounds it.
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
