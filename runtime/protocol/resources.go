package protocol

import "encoding/json"

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

// UnmarshalJSON reads a definition and keeps it in Raw.
func (r *Resource) UnmarshalJSON(data []byte) (err error) {
	type shape Resource
	r.Raw, err = decodeKeeping(data, "resource", (*shape)(r))
	return err
}

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

// UnmarshalJSON reads a definition and keeps it in Raw.
func (r *ResourceTemplate) UnmarshalJSON(data []byte) (err error) {
	type shape ResourceTemplate
	r.Raw, err = decodeKeeping(data, "resource template", (*shape)(r))
	return err
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

// ReadResourceResult is the result of resources/read.
type ReadResourceResult struct {
	Contents []ResourceContents `json:"contents"`
	Meta     json.RawMessage    `json:"_meta,omitempty"`
}
