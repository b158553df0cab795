package settings

import "slices"

// equalObjects and equalValues compare decoded JSON. They are not
// reflect.DeepEqual because an empty object is empty however it was made.
func equalObjects(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for key, v := range a {
		w, ok := b[key]
		if !ok || !equalValues(v, w) {
			return false
		}
	}
	return true
}

func equalValues(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(a, b)
	}
	switch a.(type) {
	case nil, bool, float64, string:
		switch b.(type) {
		case nil, bool, float64, string:
			return a == b
		}
	}
	return false // what is no JSON equals nothing: it may not be comparable with ==
}

func equalLists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equalValues(a[i], b[i]) {
			return false
		}
	}
	return true
}

// cloned is decoded JSON that shares nothing with v.
func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			out[key] = cloned(inner)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i, inner := range out {
			out[i] = cloned(inner)
		}
		return out
	}
	return v
}

// lookUp follows a path of keys.
func lookUp(object map[string]any, path []string) (any, bool) {
	var v any = object
	for _, key := range path {
		inner, _ := v.(map[string]any)
		var ok bool
		if v, ok = inner[key]; !ok {
			return nil, false
		}
	}
	return v, true
}
