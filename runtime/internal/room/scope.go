package room

import (
	"fmt"
	"strings"
)

// CheckScope reports a text that is no scope: AREA, AREA:NAME or AREA:*, such as
// "net:read" and "net:*". AREA alone is AREA:*, and * as the area is every area.
func CheckScope(scope string) error {
	area, name := parts(scope)
	if !isWord(area) || !isWord(name) {
		return fmt.Errorf("scope %q is not AREA, AREA:NAME or AREA:*", scope)
	}
	return nil
}

// meet reports whether two scopes have something in common: whoever holds "net:read"
// may use what needs "net:*", and the other way round (A-R23).
func meet(a, b string) bool {
	areaA, nameA := parts(a)
	areaB, nameB := parts(b)
	return same(areaA, areaB) && same(nameA, nameB)
}

func same(a, b string) bool { return a == b || a == "*" || b == "*" }

// parts are the area and the name of a scope.
func parts(scope string) (area, name string) {
	area, name, found := strings.Cut(scope, ":")
	if !found {
		name = "*"
	}
	return area, name
}

// isWord reports whether a part is * or one word.
func isWord(part string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	return part == "*" || part != "" && strings.Trim(part, letters) == ""
}
