package steps

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// conversion is a tool and what became of it, oldest first.
type conversion struct {
	tool      protocol.Tool
	schema    string // as it was given
	functions []*host.AgentFunctionTool
}

func agentsSchemaSteps() []gherkin.Step {
	return gherkin.Noun("conversion", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool with the metadata (\{.*\}) and this schema:`, Manual: "has a tool ready for conversions",
			Example: `a tool with the metadata {"v":1} and this schema:`, Func: (*agents).haveTool},
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

func (a *agents) haveTool(meta string, schema *gherkin.DocString) error {
	a.conversion = conversion{
		tool:   protocol.Tool{Name: "tool", InputSchema: json.RawMessage(schema.Content), Meta: json.RawMessage(meta)},
		schema: schema.Content,
	}
	return nil
}

func (a *agents) convertTool(strict bool) error {
	c := &a.conversion
	if c.tool.Name == "" {
		return errors.New("there is no tool to convert")
	}
	f, _ := host.ConvertAgentTool(c.tool, "tool", strict) // why it is not strict is logged elsewhere
	c.functions = append(c.functions, &f)
	return nil
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

func checkConversion(f *host.AgentFunctionTool, strict, meta string, schema *gherkin.DocString) error {
	if err := same("whether it is strict", f.Strict, strict == "strict"); err != nil {
		return err
	}
	if err := same("the metadata", string(f.Meta), meta); err != nil {
		return err
	}
	return same("the schema", string(bytes.TrimSpace(f.Schema)), schema.Content)
}
