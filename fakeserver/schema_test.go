package fakeserver

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestSchemaIsInStep makes the schema from the model and its doc comments.
func TestSchemaIsInStep(t *testing.T) {
	g := &generator{docs: fieldDocs(t), defs: map[string]any{}}
	g.defs["Action"] = g.anyAction()
	root := g.object(reflect.TypeFor[Script]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Script of a fake MCP server"
	root["$defs"] = g.defs
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	assert.NilError(t, enc.Encode(root))
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile("script.schema.json", want.Bytes(), 0o644))
		return
	}
	assert.Check(t, bytes.Equal(storedSchema(t), want.Bytes()), "out of step: run go test ./fakeserver -run Schema -update")
}

// TestSchemaAgreesWithParse compares the two on scripts that are right and wrong.
func TestSchemaAgreesWithParse(t *testing.T) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(storedSchema(t)))
	assert.NilError(t, err)
	c := jsonschema.NewCompiler()
	assert.NilError(t, c.AddResource("script.schema.json", value))
	compiled, err := c.Compile("script.schema.json")
	assert.NilError(t, err)
	for _, text := range []string{
		"{}", "name: x", "name: 1.0", "nmae: x", "tools: [a, {name: b, answer: hi, commit: row}]", "tools: [{nam: b}]", "tools: x",
		"rules: [{do: [never, {answer: }, {delay: 2s}, {error: {code: 1}}, {error: 5}]}]", "rules: [{do: [nevr]}]",
		"rules: [{do: [{delay: 2s, never: null}]}]", "rules: [{when: {phase: idle, after: 5s, until: 3}, do: [never]}]",
		"rules: [{when: {phase: idel}, do: [never]}]", "rules: [{do: [{id: null}, {id: wrong}, {id: {token: 5}}]}]",
		"rules: [{do: [{patch: {a: null}}, {result: [1]}, {cursor: ''}, {headers: {a: b}}, {ignore: [eof]}, {split: [1]}]}]",
		"rules: [{do: [{sse: {events: [{data: '', retry: 3s}]}}]}]", "http: {get: '405', sessions: true, keepAlive: 15s}",
		"http: {get: '404'}", "authorization: {}", "authorization: [{path: /a, at: [openid]}, {name: b}]", "authorization: {at: [x]}", "authorization: {pth: x}",
		"protected: {by: [a], need: [b]}\nrules: [{when: {endpoint: token, grant: x}, do: [{patch: {iss: null}}, revoke, {revoke: {all: true}}]}]", "rules: [{when: {endpoint: tokn}, do: [never]}]", "stdio: {maxLine: 5MiB}", "connections: [{from: 2, rules: [{do: [never]}]}]", "rules: [{do: [{exit: x}]}]",
	} {
		raw, err := yaml.YAMLToJSON([]byte(text))
		assert.NilError(t, err)
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		assert.NilError(t, err)
		_, parseErr := Parse("s", []byte(text))
		schemaErr := compiled.Validate(value)
		assert.Equal(t, parseErr == nil, schemaErr == nil, "%s: %v and %v", text, parseErr, schemaErr)
	}
}

func storedSchema(t *testing.T) []byte {
	data, err := os.ReadFile("script.schema.json")
	assert.NilError(t, err)
	return data
}

// fieldDocs reads the doc comments of this package: "Type" and "Type.Field".
func fieldDocs(t *testing.T) map[string]string {
	names, err := filepath.Glob("*.go")
	assert.NilError(t, err)
	docs := map[string]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		assert.NilError(t, err)
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				typeDocs(docs, g)
			}
		}
	}
	return docs
}

func typeDocs(docs map[string]string, g *ast.GenDecl) {
	for _, spec := range g.Specs {
		s := spec.(*ast.TypeSpec)
		docs[s.Name.Name] = flat(g.Doc.Text())
		if rest, found := strings.CutPrefix(docs[s.Name.Name], s.Name.Name+" "); found && !s.Name.IsExported() {
			docs[s.Name.Name] = strings.ToUpper(rest[:1]) + rest[1:] // users do not know the name
		}
		fields, ok := s.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range fields.Fields.List {
			for _, name := range f.Names {
				docs[s.Name.Name+"."+name.Name] = flat(f.Doc.Text())
			}
		}
	}
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// generator makes JSON Schema of the model's types.
type generator struct {
	docs map[string]string
	defs map[string]any
}

type object = map[string]any

func (g *generator) of(t reflect.Type) any {
	if words := wordsOf(t); words != nil {
		return g.enum(words)
	}
	switch t {
	case rawType:
		return object{}
	case durationType:
		return object{"type": "string", "pattern": "^([0-9.]+(ns|us|µs|ms|s|m|h))+$"}
	case actionType:
		return object{"$ref": "#/$defs/Action"}
	case reflect.TypeFor[Size]():
		return object{"type": []string{"integer", "string"}, "minimum": 0, "pattern": "^[0-9]+ ?(B|KiB|MiB|GiB)?$"}
	case reflect.TypeFor[Bound]():
		return object{"type": []string{"integer", "string"}, "minimum": 1}
	}
	switch t.Kind() {
	case reflect.Struct:
		return g.named(t)
	case reflect.Slice:
		if aloneOf(t) {
			return object{"anyOf": []any{g.of(t.Elem()), object{"type": "array", "items": g.of(t.Elem())}}}
		}
		return object{"type": "array", "items": g.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": object{"type": []string{"string", "number", "boolean"}}}
	case reflect.Pointer:
		return g.of(t.Elem())
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number"}
	default:
		return object{"type": []string{"string", "number", "boolean"}}
	}
}

// enum accepts the words; those that YAML reads as something else, as that too.
func (g *generator) enum(words []string) any {
	values := []any{}
	for _, w := range words {
		values = append(values, w)
		var other any
		if json.Unmarshal([]byte(w), &other) == nil {
			values = append(values, other)
		}
	}
	return object{"enum": values}
}

// named refers to a definition, which is made on first use.
func (g *generator) named(t reflect.Type) any {
	if _, known := g.defs[t.Name()]; !known {
		g.defs[t.Name()] = object{}
		g.defs[t.Name()] = g.structure(t)
	}
	return object{"$ref": "#/$defs/" + t.Name()}
}

// structure is an object, or what its short field takes.
func (g *generator) structure(t reflect.Type) object {
	whole := g.object(t)
	short := shortField(t)
	if short < 0 {
		return whole
	}
	f := t.Field(short)
	if wholeValue(t) {
		return object{"description": g.docs[t.Name()], "allOf": []any{g.of(f.Type)}}
	}
	delete(whole, "description")
	return object{"description": g.docs[t.Name()], "anyOf": []any{g.of(f.Type), whole}}
}

func (g *generator) object(t reflect.Type) object {
	properties := object{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("yaml") == notRead {
			continue
		}
		schema := object{"description": g.docs[t.Name()+"."+f.Name]}
		if of := g.of(f.Type).(object); of["$ref"] != nil {
			schema["allOf"] = []any{of}
		} else {
			for key, value := range of {
				schema[key] = value
			}
		}
		properties[f.Tag.Get("yaml")] = schema
	}
	return object{
		"description": g.docs[t.Name()], "type": "object", "properties": properties, "additionalProperties": false,
	}
}

// anyAction is a bare name, or an object with one member.
func (g *generator) anyAction() any {
	bare, choices := []any{}, []any{}
	for _, name := range Actions() {
		zero := actions[name]
		if c, ok := zero.(checker); !ok || c.check() == nil {
			bare = append(bare, name)
		}
		t := reflect.TypeOf(zero)
		settings := any(object{"anyOf": []any{g.structure(t), object{"type": "null"}}})
		choices = append(choices, object{
			"type": "object", "properties": object{name: settings}, "required": []string{name}, "additionalProperties": false,
			"description": g.docs[t.Name()],
		})
	}
	return object{"anyOf": append([]any{object{"enum": bare}}, choices...)}
}
