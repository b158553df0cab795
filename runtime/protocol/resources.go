package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Resource is a resource's definition; see [Tool] for Raw.
type Resource struct {
	URI         string          `json:"uri"`
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	MIMEType    string          `json:"mimeType,omitempty"`
	Size        *int64          `json:"size,omitempty"` // bytes
	Annotations json.RawMessage `json:"annotations,omitempty"`
	Meta        json.RawMessage `json:"_meta,omitempty"`
	Raw         json.RawMessage `json:"-"`
}

var resourceFields = jsonscan.Folded("uri", "name", "title", "description", "mimeType", "size", "annotations", "_meta")

func (r *Resource) scan(s *jsonscan.Scanner) {
	s.Kept(&r.Raw, resourceFields, func(name string) {
		switch name {
		case "uri":
			s.String(&r.URI)
		case "name":
			s.String(&r.Name)
		case "title":
			s.String(&r.Title)
		case "description":
			s.String(&r.Description)
		case "mimeType":
			s.String(&r.MIMEType)
		case "size":
			jsonscan.Pointer(s, &r.Size, func(n *int64) { s.Int(n) })
		case "annotations":
			s.Raw(&r.Annotations)
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}

// UnmarshalJSON reads a definition and keeps it in Raw.
func (r *Resource) UnmarshalJSON(data []byte) error { return unmarshal(data, "resource", r.scan) }

// MarshalJSON writes Raw, or the fields if Raw is nil.
func (r Resource) MarshalJSON() ([]byte, error) {
	type shape Resource
	return encodeKept(r.Raw, shape(r))
}

// ResourceTemplate is a template's definition; see [Tool] for Raw.
type ResourceTemplate struct {
	URITemplate string          `json:"uriTemplate"`
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	MIMEType    string          `json:"mimeType,omitempty"`
	Annotations json.RawMessage `json:"annotations,omitempty"`
	Meta        json.RawMessage `json:"_meta,omitempty"`
	Raw         json.RawMessage `json:"-"`
}

var resourceTemplateFields = jsonscan.Folded("uriTemplate", "name", "title", "description", "mimeType", "annotations", "_meta")

func (r *ResourceTemplate) scan(s *jsonscan.Scanner) {
	s.Kept(&r.Raw, resourceTemplateFields, func(name string) {
		switch name {
		case "uriTemplate":
			s.String(&r.URITemplate)
		case "name":
			s.String(&r.Name)
		case "title":
			s.String(&r.Title)
		case "description":
			s.String(&r.Description)
		case "mimeType":
			s.String(&r.MIMEType)
		case "annotations":
			s.Raw(&r.Annotations)
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}

// UnmarshalJSON reads a definition and keeps it in Raw.
func (r *ResourceTemplate) UnmarshalJSON(data []byte) error {
	return unmarshal(data, "resource template", r.scan)
}

// MarshalJSON writes Raw, or the fields if Raw is nil.
func (r ResourceTemplate) MarshalJSON() ([]byte, error) {
	type shape ResourceTemplate
	return encodeKept(r.Raw, shape(r))
}

// ResourceParams are the params of resources/read, subscribe, unsubscribe and
// of notifications/resources/updated.
type ResourceParams struct {
	URI string `json:"uri"`
}

var resourceParamsFields = jsonscan.Folded("uri")

func (p *ResourceParams) scan(s *jsonscan.Scanner) {
	s.Object(resourceParamsFields, func(name string) {
		switch name {
		case "uri":
			s.String(&p.URI)
		}
	})
}

// ReadResourceResult is the result of resources/read.
type ReadResourceResult struct {
	Contents []ResourceContents `json:"contents"`
	Meta     json.RawMessage    `json:"_meta,omitempty"`
}

var readResourceResultFields = jsonscan.Folded("contents", "_meta")

func (r *ReadResourceResult) scan(s *jsonscan.Scanner) {
	s.Object(readResourceResultFields, func(name string) {
		switch name {
		case "contents":
			jsonscan.Slice(s, &r.Contents, func(c *ResourceContents) { c.scan(s) })
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}
