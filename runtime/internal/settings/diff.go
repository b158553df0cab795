package settings

import (
	"maps"
	"slices"
)

// Diff lists the keys whose values differ between two versions of a file, sorted;
// none if they mean the same (QWEN-12, S-QWEN-19). Objects are compared key by
// key, everything else as a whole: the paths are those of leaves, so that a key
// does not count as changed because its neighbour has. An object that is there in
// one version only counts with all its keys, an empty one with its own.
func Diff(before, after map[string]any) []Path {
	var paths []Path
	diffObjects(nil, before, after, &paths)
	return paths
}

func diffObjects(at Path, before, after map[string]any, paths *[]Path) {
	keys := slices.Collect(maps.Keys(before))
	for key := range after {
		if _, ok := before[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		a, inA := before[key]
		b, inB := after[key]
		path := append(slices.Clip(at), key)
		if inA && inB && equalValues(a, b) {
			continue
		}
		diffValues(path, a, b, paths)
	}
}

// diffValues compares two values that differ.
func diffValues(path Path, a, b any, paths *[]Path) {
	x, xObject := a.(map[string]any)
	y, yObject := b.(map[string]any)
	known := len(*paths)
	if (a != nil && !xObject) || (b != nil && !yObject) { // not only objects, and nil for none
		*paths = append(*paths, path)
	}
	if xObject || yObject {
		diffObjects(path, x, y, paths)
	}
	if len(*paths) == known {
		*paths = append(*paths, path)
	}
}
