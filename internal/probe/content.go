package probe

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// CheckContent judges what was read of a resource.
func CheckContent(content map[string]json.RawMessage) error {
	blob, hasBlob := content["blob"]
	_, hasText := content["text"]
	switch {
	case hasText == hasBlob:
		return errors.New("a content has not exactly one of text and blob")
	case hasText && !jsonparts.IsText(content["text"]):
		return errors.New("the text of a content is no string")
	case hasText && isBase64(Text(content["mimeType"]), Text(content["text"])):
		return fmt.Errorf("a content of the MIME type %s is base64 in text, want it in blob", Text(content["mimeType"]))
	case hasText && isMangled(Text(content["mimeType"]), Text(content["text"])):
		return fmt.Errorf("a content of the MIME type %s has bytes in text that are no characters, want it in blob", Text(content["mimeType"]))
	case hasBlob:
		return checkBase64("blob", blob)
	}
	return nil
}

// textOfBytes is from which length on a text of base64 is none by chance.
const textOfBytes = 16

// isBase64 reports whether the text of a picture or sound is what its blob would be: a client
// that shows text shows that.
func isBase64(mime, text string) bool {
	kind, _, _ := strings.Cut(mime, "/")
	_, err := base64.StdEncoding.DecodeString(text)
	return slices.Contains([]string{"image", "audio", "video"}, kind) && len(text) >= textOfBytes && err == nil
}

// isMangled reports whether the text of a picture, a sound or an archive was made of its bytes: what
// is no character in them is lost.
func isMangled(mime, text string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	kind, _, _ := strings.Cut(mime, "/")
	binary := slices.Contains([]string{"image", "audio", "video"}, kind) || slices.Contains([]string{"application/pdf", "application/zip", "application/gzip"}, mime)
	return binary && strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || r < ' ' && !unicode.IsSpace(r) })
}

// signatures are what files of pictures, sounds and archives begin with.
var signatures = []string{"\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "OggS", "ID3", "fLaC", "%PDF-", "PK\x03\x04"}

// isTwice reports whether bytes are base64 once more, of a file that is known by its beginning.
func isTwice(data []byte) bool {
	inner, err := base64.StdEncoding.DecodeString(string(data))
	return err == nil && slices.ContainsFunc(signatures, func(s string) bool { return bytes.HasPrefix(inner, []byte(s)) })
}

// CheckBlock judges a content of a tool's result or a prompt's message, if it is one
// of bytes or of a resource.
func CheckBlock(block map[string]json.RawMessage) (judged bool, err error) {
	switch kind := Text(block["type"]); kind {
	case "image", "audio":
		switch mime := Text(block["mimeType"]); {
		case mime == "":
			return true, fmt.Errorf("its %s has no mimeType", kind)
		case !strings.Contains(mime, "/"):
			return true, fmt.Errorf("the mimeType of its %s is %q, want one like %s/…", kind, mime, kind)
		case isOtherKind(kind, mime):
			return true, fmt.Errorf("the mimeType of its %s is %q, want one like %s/…", kind, mime, kind)
		}
		return true, checkBase64("data of the "+kind, block["data"])
	case "resource":
		var content map[string]json.RawMessage
		_ = jsonparts.Unmarshal(block["resource"], &content)
		if content == nil || content["uri"] == nil && content["text"] == nil && content["blob"] == nil {
			return false, nil // what is wrong with it is the business of another check
		}
		return true, CheckContent(content)
	}
	return false, nil
}

// isOtherKind reports whether a MIME type is of neither images nor audio, or of the other of them.
// What a program may have made of either is application/….
func isOtherKind(kind, mime string) bool {
	of, _, _ := strings.Cut(strings.ToLower(mime), "/")
	return of != kind && slices.Contains([]string{"image", "audio", "text", "font", "message", "multipart"}, of)
}

func checkBase64(what string, raw json.RawMessage) error {
	if !jsonparts.IsText(raw) {
		return fmt.Errorf("the %s is no string", what)
	}
	text := Text(raw)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return fmt.Errorf("the %s is no base64: %w", what, err)
	}
	if isTwice(data) {
		return fmt.Errorf("the %s is base64 of base64, want it once", what)
	}
	if strings.ContainsAny(text, "\r\n") { // the decoder passes over them; those of clients need not
		return fmt.Errorf("the %s has line breaks in its base64", what)
	}
	return nil
}
