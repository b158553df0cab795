package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

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

var contentFields = jsonscan.Folded("type", "text", "data", "mimeType", "resource", "uri", "name", "title", "description",
	"annotations", "_meta")

func (c *Content) scan(s *jsonscan.Scanner) {
	s.Kept(&c.Raw, contentFields, func(name string) {
		switch name {
		case "type":
			s.String(&c.Type, ContentText, ContentImage, ContentAudio, ContentResource, ContentResourceLink)
		case "text":
			s.String(&c.Text)
		case "data":
			s.String(&c.Data)
		case "mimeType":
			s.String(&c.MIMEType)
		case "resource":
			jsonscan.Pointer(s, &c.Resource, func(r *ResourceContents) { r.scan(s) })
		case "uri":
			s.String(&c.URI)
		case "name":
			s.String(&c.Name)
		case "title":
			s.String(&c.Title)
		case "description":
			s.String(&c.Description)
		case "annotations":
			s.Raw(&c.Annotations)
		case "_meta":
			s.Raw(&c.Meta)
		}
	})
}

// UnmarshalJSON reads a block and keeps it in Raw.
func (c *Content) UnmarshalJSON(data []byte) error { return unmarshal(data, "content block", c.scan) }

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

var contentsFields = jsonscan.Folded("uri", "mimeType", "text", "blob", "_meta")

func (r *ResourceContents) scan(s *jsonscan.Scanner) {
	s.Object(contentsFields, func(name string) {
		switch name {
		case "uri":
			s.String(&r.URI)
		case "mimeType":
			s.String(&r.MIMEType)
		case "text":
			jsonscan.Pointer(s, &r.Text, func(t *string) { s.String(t) })
		case "blob":
			jsonscan.Pointer(s, &r.Blob, func(b *string) { s.String(b) })
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}
