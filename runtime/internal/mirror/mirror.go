// Package mirror says which headers of a request repeat what its body says (revision
// 2026-07-28): the method, the name, and parameters of tools whose schema asks for that.
// It knows nothing of HTTP but the syntax of header values.
package mirror

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// The headers.
const (
	Method = "Mcp-Method"
	Name   = "Mcp-Name"
	Param  = "Mcp-Param-" // and the name that the schema gives
)

const (
	sentinelBegin = "=?base64?"
	sentinelEnd   = "?="
)

// Value is a text as the value of a header: itself if it can stand there, else in
// base64 between marks.
func Value(text string) string {
	plain := text == strings.Trim(text, " \t") && !(strings.HasPrefix(text, sentinelBegin) && strings.HasSuffix(text, sentinelEnd))
	for i := 0; plain && i < len(text); i++ {
		plain = text[i] == '\t' || text[i] >= ' ' && text[i] <= '~'
	}
	if plain {
		return text
	}
	return sentinelBegin + base64.StdEncoding.EncodeToString([]byte(text)) + sentinelEnd
}

// Plan is which parameters of a tool are repeated. The zero value repeats none.
type Plan struct{ params []param }

type param struct {
	header string   // canonical, with its prefix
	path   []string // of properties, from the arguments on
}

// maxDepth bounds how deep a schema may be nested.
const maxDepth = 200

// Compile reads the schema of a tool's arguments. An error says what is wrong with an
// annotation: such a tool must not be used over HTTP.
func Compile(schema json.RawMessage) (Plan, error) {
	if !strings.Contains(string(schema), "x-mcp-header") && !strings.Contains(string(schema), `\u`) {
		return Plan{}, nil // nearly every schema
	}
	var tree any
	d := json.NewDecoder(strings.NewReader(string(schema)))
	d.UseNumber()
	_ = d.Decode(&tree) // what is wrong with a schema is for others to say
	c := compiler{}
	if err := c.visit(tree, nil, true); err != nil {
		return Plan{}, err
	}
	slices.SortFunc(c.plan.params, func(a, b param) int { return strings.Compare(a.header, b.header) })
	for i := 1; i < len(c.plan.params); i++ {
		if a := c.plan.params[i]; a.header == c.plan.params[i-1].header {
			return Plan{}, fmt.Errorf("two parameters have the x-mcp-header %q", strings.TrimPrefix(a.header, Param))
		}
	}
	return c.plan, nil
}

type compiler struct {
	plan  Plan
	depth int
}

// visit looks for annotations everywhere: one that cannot be reached by properties alone
// is a mistake, and so is one of the root, which is no parameter.
func (c *compiler) visit(node any, path []string, reachable bool) error {
	if c.depth++; c.depth > maxDepth {
		return fmt.Errorf("it is nested deeper than %d", maxDepth)
	}
	defer func() { c.depth-- }()
	list, _ := node.([]any)
	for _, item := range list {
		if err := c.visit(item, path, false); err != nil {
			return err
		}
	}
	object, _ := node.(map[string]any)
	if annotation, there := object["x-mcp-header"]; there {
		if err := c.annotate(annotation, object, path, reachable && len(path) > 0); err != nil {
			return err
		}
	}
	for _, key := range sortedKeys(object) {
		var err error
		switch named, isObject := object[key].(map[string]any); {
		case key == "properties" && isObject:
			for _, name := range sortedKeys(named) {
				err = cmp.Or(err, c.visit(named[name], append(slices.Clip(path), name), reachable))
			}
		case namedSchemas[key] && isObject:
			for _, name := range sortedKeys(named) {
				err = cmp.Or(err, c.visit(named[name], path, false))
			}
		case holdsSchemas[key]:
			err = c.visit(object[key], path, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holdsSchemas are the keywords below which there are schemas, but no parameters.
var holdsSchemas = map[string]bool{
	"items": true, "prefixItems": true, "additionalItems": true, "contains": true, "additionalProperties": true,
	"unevaluatedItems": true, "unevaluatedProperties": true, "propertyNames": true,
	"oneOf": true, "anyOf": true, "allOf": true, "not": true, "if": true, "then": true, "else": true,
}

// namedSchemas are those that hold schemas by name.
var namedSchemas = map[string]bool{"patternProperties": true, "dependentSchemas": true, "$defs": true, "definitions": true}

func (c *compiler) annotate(annotation any, object map[string]any, path []string, reachable bool) error {
	where := strings.Join(path, ".")
	name, ok := annotation.(string)
	switch {
	case !ok:
		return fmt.Errorf("the x-mcp-header of %q is no string", where)
	case !isToken(name):
		return fmt.Errorf("the x-mcp-header %q of %q is no name for a header", name, where)
	case !reachable:
		return fmt.Errorf("the x-mcp-header %q does not belong to a parameter that properties alone lead to", name)
	case object["type"] != "string" && object["type"] != "integer" && object["type"] != "boolean":
		return fmt.Errorf("the x-mcp-header %q is for a parameter of type %v, not string, integer or boolean", name, object["type"])
	}
	c.plan.params = append(c.plan.params, param{http.CanonicalHeaderKey(Param + strings.ToLower(name)), path})
	return nil
}

// isToken is RFC 9110's 1*tchar.
func isToken(s string) bool {
	const extra = "!#$%&'*+-.^_`|~"
	for i := range len(s) {
		c := s[i]
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' {
			if strings.IndexByte(extra, c) < 0 {
				return false
			}
		}
	}
	return s != ""
}

// Headers are what the arguments of one call add to the headers; nil: nothing.
func (p Plan) Headers(arguments json.RawMessage) (map[string]string, error) {
	if len(p.params) == 0 {
		return nil, nil
	}
	out := map[string]string{}
	for _, one := range p.params {
		value := at(arguments, one.path)
		if value == nil || value[0] == 'n' {
			continue
		}
		text, err := written(value)
		if err != nil {
			return nil, fmt.Errorf("parameter %q: %w", strings.Join(one.path, "."), err)
		}
		out[one.header] = Value(text)
	}
	return out, nil
}

// at is the value at a path, nil if there is none. What is no JSON cannot be sent, which
// is for others to say.
func at(value json.RawMessage, path []string) json.RawMessage {
	for _, name := range path {
		var found json.RawMessage
		s := jsonscan.New(value)
		s.Object(jsonscan.Exact(name), func(string) { found = s.Value() })
		value = found
	}
	return value
}

var safe = big.NewInt(1<<53 - 1)

// written is a value as text. Integers lose what is not needed: 4.20e1 is 42.
func written(value json.RawMessage) (string, error) {
	switch value[0] {
	case '"':
		return jsonscan.Unquote(value), nil
	case 't', 'f':
		return string(value), nil
	case '{', '[':
		return "", fmt.Errorf("the value is no string, integer or boolean")
	}
	if _, exponent, _ := strings.Cut(strings.ToLower(string(value)), "e"); len(value) > 64 || len(exponent) > 4 {
		return "", fmt.Errorf("the number is too long")
	}
	r, ok := new(big.Rat).SetString(string(value))
	if !ok || !r.IsInt() || r.Num().CmpAbs(safe) > 0 {
		return "", fmt.Errorf("%s is no integer within ±%s", value, safe)
	}
	return r.Num().String(), nil
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
