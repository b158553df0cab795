package steps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// conversion is a tool and what became of it, oldest first.
type conversion struct {
	tool      protocol.Tool
	schema    string // as it was given
	functions []*host.AgentFunctionTool
	refusals  []error // why each could not be strict; nil for those that are
}

func agentsSchemaSteps() []gherkin.Step {
	return gherkin.Noun("conversion", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool with the metadata (\{.*\}) and this schema:`, Manual: "has a tool ready for conversions",
			Example: `a tool with the metadata {"v":1} and this schema:`, Func: (*agents).haveTool},
		{Keyword: gherkin.Given, Pattern: `a tool whose schema nests (\d+) deep`, Manual: "has a tool ready whose schema is an array of arrays of arrays, and so on",
			Example: `a tool whose schema nests 200 deep`, Func: (*agents).haveDeepTool},
		{Keyword: gherkin.Then, Pattern: `conversion (\d+) is (strict|not strict)`, Manual: "says whether strict form was possible",
			Example: `conversion 1 is not strict`, Func: checkStrict},
		{Keyword: gherkin.Then, Pattern: `conversion (\d+) is not strict because of "(.*)"`, Manual: "compares why strict form was not possible",
			Example: `conversion 1 is not strict because of "reading the schema: not an object"`, Func: (*agents).checkNotStrict},
		{Keyword: gherkin.When, Pattern: `the tool is converted( to strict form)?`,
			Manual: "makes what a model is told of the tool; conversions are numbered from 1", Example: `the tool is converted to strict form`,
			Func: (*agents).convertTool},
		{Keyword: gherkin.When, Pattern: `everything that conversion (\d+) gave is overwritten`, Manual: "changes each byte of the schema and the metadata",
			Example: `everything that conversion 1 gave is overwritten`, Func: spoilConversion},
		{Keyword: gherkin.Then, Pattern: `the tool has the schema that it was given`, Manual: "compares the tool's own schema byte by byte",
			Func: (*agents).checkOriginal},
		{Keyword: gherkin.Then, Pattern: `conversion (\d+) is (strict|not strict) and has the metadata (\{.*\}) and this schema:`,
			Manual: "compares what a conversion gave, byte by byte", Example: `conversion 1 is strict and has the metadata {"v":1} and this schema:`,
			Func: checkConversion},
	})
}

// haveTool leaves room behind the schema, as one has that is part of a longer text.
func (a *agents) haveTool(meta string, schema *gherkin.DocString) error {
	raw := slices.Grow(json.RawMessage(schema.Content), len(schema.Content)+64)
	a.conversion = conversion{
		tool:   protocol.Tool{Name: "tool", InputSchema: raw, Meta: json.RawMessage(meta)},
		schema: schema.Content,
	}
	return nil
}

func (a *agents) haveDeepTool(depth int) error {
	schema := `{"properties":{}` + strings.Repeat(`,"items":{`, depth) + strings.Repeat("}", depth+1)
	return a.haveTool("{}", &gherkin.DocString{Content: strings.ReplaceAll(schema, "{,", "{")})
}

func (a *agents) convertTool(strict bool) error {
	c := &a.conversion
	if c.tool.Name == "" {
		return errors.New("there is no tool to convert")
	}
	f, err := host.ConvertAgentTool(c.tool, "tool", strict)
	if strict && f.Strict == (err != nil) {
		return fmt.Errorf("that the tool is strict is %t, and the error is %w", f.Strict, err)
	}
	c.functions, c.refusals = append(c.functions, &f), append(c.refusals, err)
	return nil
}

func (a *agents) checkNotStrict(n int, want string) error {
	if _, err := a.converted(n); err != nil {
		return err
	}
	why := a.conversion.refusals[n-1]
	if why == nil {
		return fmt.Errorf("conversion %d is strict", n)
	}
	return same("why it is not strict", why.Error(), want)
}

func (a *agents) converted(n int) (*host.AgentFunctionTool, error) {
	return numbered("conversion", a.conversion.functions, n)
}

func spoilConversion(f *host.AgentFunctionTool) error {
	spoil(f.Schema, f.Meta)
	return nil
}

func (a *agents) checkOriginal() error {
	c := a.conversion
	return same("the tool's own schema", string(c.tool.InputSchema), c.schema)
}

func checkStrict(f *host.AgentFunctionTool, strict string) error {
	return same("whether it is strict", f.Strict, strict == "strict")
}

func checkConversion(f *host.AgentFunctionTool, strict, meta string, schema *gherkin.DocString) error {
	if err := checkStrict(f, strict); err != nil {
		return err
	}
	if err := same("the metadata", string(f.Meta), meta); err != nil {
		return err
	}
	return same("the schema", string(bytes.TrimSpace(f.Schema)), schema.Content)
}
