package timeline

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/words"
)

//go:embed page
var files embed.FS

var (
	style  = asset("page.css")
	script = asset("text.js") + asset("run.js") + asset("detail.js") + asset("page.js")
	skin   = parsed("page")
)

// parsed is a page without its contents, which is read when one is made first.
func parsed(name string) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return template.Must(template.New(name).Parse(asset(name + ".html"))) })
}

func asset(name string) string {
	text, err := files.ReadFile("page/" + name)
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(text)
}

// policy lets a page do nothing but run the script and use the style that it was written
// with: whatever text gets into it, nothing is fetched, sent or run.
func policy(style, script string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'", hash(script), hash(style))
}

// Options are what a page has besides its stories.
type Options struct {
	Index string // the address of the page of all results; "" = there is none
}

// Write writes the page of a story, or of two side by side from their first difference.
func Write(w io.Writer, o Options, first Story, other ...Story) error {
	stories := append([]Story{first}, other...)
	difference := -1
	if len(stories) > 1 {
		difference = compare(&stories[0], &stories[1])
	}
	data, err := asJSON(struct {
		Stories []Story `json:"stories"`
		First   int     `json:"first"`
		Index   string  `json:"index,omitempty"`
	}{stories, difference, o.Index})
	if err != nil {
		return fmt.Errorf("writing a timeline: %w", err)
	}
	err = skin().Execute(w, struct {
		Title, Policy string
		CSS           template.CSS
		JS, Data      template.JS
	}{words.Visible(first.Title), policy(style, script), template.CSS(style), template.JS(script), template.JS(data)})
	if err != nil {
		return fmt.Errorf("writing a timeline: %w", err)
	}
	return nil
}

// asJSON is v as JSON that may stand in a script element: encoding/json escapes <, > and &,
// the door all that a reader of the file would not see.
func asJSON(v any) (string, error) {
	var out bytes.Buffer
	if err := json.NewEncoder(words.NewJSONDoor(&out)).Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
