package protocol

import "encoding/json"

// The types of content blocks.
const (
	ContentText         = "text"
	ContentImage        = "image"
	ContentAudio        = "audio"
	ContentResource     = "resource"
	ContentResourceLink = "resource_link"
)

// Content is one content block of any type. Which fields are set depends on
// Type; a type this package does not know keeps everything in Raw.
type Content struct {
	Type        string            `json:"type"`
	Text        string            `json:"text,omitempty"`
	Data        string            `json:"data,omitempty"` // base64
	MIMEType    string            `json:"mimeType,omitempty"`
	Resource    *ResourceContents `json:"resource,omitempty"`
	URI         string            `json:"uri,omitempty"`
	Name        string            `json:"name,omitempty"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Annotations json.RawMessage   `json:"annotations,omitempty"`
	Meta        json.RawMessage   `json:"_meta,omitempty"`
	Raw         json.RawMessage   `json:"-"`
}

// read reads a block of the expected form and shares memory with it.
func (c *Content) read(raw json.RawMessage) bool {
	c.Raw = raw
	return readFields(raw, []field{
		{"type", &c.Type}, {"text", &c.Text}, {"data", &c.Data}, {"mimeType", &c.MIMEType}, {"resource", &c.Resource},
		{"uri", &c.URI}, {"name", &c.Name}, {"title", &c.Title}, {"description", &c.Description},
		{"annotations", &c.Annotations}, {"_meta", &c.Meta},
	})
}

// UnmarshalJSON reads a block and keeps it in Raw.
func (c *Content) UnmarshalJSON(data []byte) (err error) {
	type shape Content
	c.Raw, err = decodeKeeping(data, "content block", (*shape)(c))
	return err
}

// MarshalJSON writes Raw, or the fields if Raw is nil. A text block always has
// its text member.
func (c Content) MarshalJSON() ([]byte, error) {
	type shape Content
	if c.Raw == nil && c.Type == ContentText {
		return json.Marshal(struct {
			shape
			Text string `json:"text"`
		}{shape(c), c.Text})
	}
	return encodeKept(c.Raw, shape(c))
}

// ResourceContents is the content of a resource: Text or Blob (base64) is set.
type ResourceContents struct {
	URI      string          `json:"uri"`
	MIMEType string          `json:"mimeType,omitempty"`
	Text     *string         `json:"text,omitempty"`
	Blob     *string         `json:"blob,omitempty"`
	Meta     json.RawMessage `json:"_meta,omitempty"`
}
