package fakeserver

import "encoding/json"

// Tool is one tool a server offers. A bare string in YAML is a tool of that name.
type Tool struct {
	// Name of the tool.
	Name string `yaml:"name" short:"true"`
	// Title for people.
	Title string `yaml:"title"`
	// Description of the tool.
	Description string `yaml:"description"`
	// InputSchema is sent as it is, also if it is wrong; absent = any object.
	// Calls are checked against it as long as it is a valid schema.
	InputSchema json.RawMessage `yaml:"inputSchema"`
	// OutputSchema is sent as it is.
	OutputSchema json.RawMessage `yaml:"outputSchema"`
	// Annotations such as readOnlyHint, sent as they are.
	Annotations json.RawMessage `yaml:"annotations"`
	// Raw is the exact definition in lists; it replaces all of the above but name.
	Raw json.RawMessage `yaml:"raw"`
	// Answer to a call.
	Answer Answer `yaml:"answer"`
	// Rounds are what a modern server asks before it answers.
	Rounds []Round `yaml:"rounds"`
	// Task lets a modern server answer calls with a task; absent = it does not.
	Task *TaskScript `yaml:"task"`
	// Commit is the row that a call writes to the ledger before it is answered;
	// empty = the tool has no side effect.
	Commit string `yaml:"commit"`
	// Scopes that a call needs, on a protected server.
	Scopes []string `yaml:"scopes"`
}

// Answer is what a call of a tool returns. The zero value is the text "ok". A
// bare string in YAML is a text.
type Answer struct {
	// Text is returned as one text block; {name} stands for an argument that is a string.
	Text string `yaml:"text" short:"true"`
	// Structured is returned as structuredContent with a text copy.
	Structured json.RawMessage `yaml:"structured"`
	// Error is the text of a result with isError.
	Error string `yaml:"error"`
	// Echo returns the argument "text" if it is a string, else all arguments.
	Echo bool `yaml:"echo"`
	// Result is the exact result object.
	Result json.RawMessage `yaml:"result"`
}

// Resource is one resource a server offers. A bare string in YAML is its URI.
type Resource struct {
	// URI of the resource.
	URI string `yaml:"uri" short:"true"`
	// Name of the resource; empty = its URI.
	Name string `yaml:"name"`
	// Description of the resource.
	Description string `yaml:"description"`
	// MIMEType of the contents; empty = text/plain.
	MIMEType string `yaml:"mimeType"`
	// Text is the content.
	Text string `yaml:"text"`
	// Blob is base64 content; it replaces text.
	Blob string `yaml:"blob"`
	// Rounds are what a modern server asks before it answers.
	Rounds []Round `yaml:"rounds"`
}

// Template is a resource template. A bare string in YAML is its URI template.
type Template struct {
	// URITemplate as in RFC 6570.
	URITemplate string `yaml:"uriTemplate" short:"true"`
	// Name of the template; empty = its URI template.
	Name string `yaml:"name"`
	// Description of the template.
	Description string `yaml:"description"`
	// MIMEType of the contents.
	MIMEType string `yaml:"mimeType"`
	// Text is the content of every resource whose URI fits the template, in which
	// {name} stands for a variable; empty = there are no such resources. Variables
	// without operator are understood.
	Text string `yaml:"text"`
	// Arguments are those variables for which there is something to suggest.
	Arguments []PromptArgument `yaml:"arguments"`
}

// Prompt is one prompt a server offers. A bare string in YAML is its name.
type Prompt struct {
	// Name of the prompt.
	Name string `yaml:"name" short:"true"`
	// Description of the prompt.
	Description string `yaml:"description"`
	// Arguments the prompt takes.
	Arguments []PromptArgument `yaml:"arguments"`
	// Text of the one user message; {name} stands for an argument.
	Text string `yaml:"text"`
	// Messages replace it: the exact array, with {name} in its strings standing for
	// an argument.
	Messages json.RawMessage `yaml:"messages"`
	// Rounds are what a modern server asks before it answers.
	Rounds []Round `yaml:"rounds"`
}

// PromptArgument of a prompt or a resource template. A bare string in YAML is its name.
type PromptArgument struct {
	// Name of the argument.
	Name string `yaml:"name" short:"true"`
	// Description of the argument.
	Description string `yaml:"description"`
	// Required arguments must be given.
	Required bool `yaml:"required"`
	// Values are suggested by completion/complete, if they begin with what was
	// typed. A server with any declares completions.
	Values []string `yaml:"values"`
}

// onlyEcho are the tools of such a script. They are never changed.
var onlyEcho = []Tool{echoTool()}

// echoTool is what a script offers that says nothing about what it offers.
func echoTool() Tool {
	return Tool{
		Name:        "echo",
		Description: "Returns its text.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`),
		Answer:      Answer{Echo: true},
	}
}
