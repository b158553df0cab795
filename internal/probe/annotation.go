package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	schemas "github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Annotation is an x-mcp-header where it stands in the schema of a tool's arguments.
type Annotation struct {
	Name     string // "" = it is no text
	Property string // that it is on; "" = the whole schema

	kind      string // the type of the property
	raw       json.RawMessage
	reachable bool // by a chain of properties
}

// CheckAnnotations counts the annotations of a schema, and says what clients do not accept
// of them: then they leave the tool out.
func CheckAnnotations(schema json.RawMessage) (n int, err error) {
	names := map[string]bool{}
	err = Annotations(schema, func(a Annotation) error {
		n++
		lower := strings.ToLower(a.Name)
		switch {
		case !words.IsToken(a.Name):
			return fmt.Errorf("%s is no name for a header", Quote(a.raw))
		case names[lower]:
			return fmt.Errorf("%q comes twice", a.Name)
		case !a.reachable:
			return fmt.Errorf("%q is not reached by properties alone", a.Name)
		case !slices.Contains([]string{"string", "integer", "boolean"}, a.kind):
			return fmt.Errorf("%q is on the type %s", a.Name, OrNothing(a.kind))
		}
		names[lower] = true
		return nil
	})
	return n, err
}

// Annotations visits every x-mcp-header of a schema, up to the first error.
func Annotations(schema json.RawMessage, visit func(Annotation) error) error {
	return annotated(schema, nil, true, visit)
}

// annotated visits what is below a path, as deep as schemas are judged. plain says that only
// properties led there.
func annotated(schema json.RawMessage, path []string, plain bool, visit func(Annotation) error) error {
	if len(path) > schemas.MaxDepth {
		return nil
	}
	var members map[string]json.RawMessage
	if jsonparts.Unmarshal(schema, &members) != nil {
		var elements []json.RawMessage
		_ = jsonparts.Unmarshal(schema, &elements)
		for _, e := range elements {
			if err := annotated(e, append(path, "[]"), false, visit); err != nil {
				return err
			}
		}
		return nil
	}
	if raw, there := members["x-mcp-header"]; there {
		property := ""
		if len(path) > 0 {
			property = path[len(path)-1]
		}
		if err := visit(Annotation{Text(raw), property, Text(members["type"]), raw, plain && len(path) > 0}); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains([]string{"default", "examples", "const", "enum"}, name) {
			continue
		}
		if name != "properties" {
			if err := annotated(members[name], append(path, name), false, visit); err != nil {
				return err
			}
			continue
		}
		for _, property := range slices.Sorted(maps.Keys(membersOf(members[name]))) {
			if err := annotated(membersOf(members[name])[property], append(path, property), plain, visit); err != nil {
				return err
			}
		}
	}
	return nil
}
