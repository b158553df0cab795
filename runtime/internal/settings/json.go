package settings

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
	switch b.(type) {
	case map[string]any, []any: // not comparable with ==
		return false
	}
	return a == b
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

// lookUp follows a path of keys.
func lookUp(object map[string]any, path []string) (any, bool) {
	var v any = object
	for _, key := range path {
		inner, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = inner[key]; !ok {
			return nil, false
		}
	}
	return v, true
}
