package authcheck

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// maxBody bounds what is read of an answer, in bytes.
const maxBody = 1 << 20

// Reply is an answer that was read whole.
type Reply struct {
	Status   int
	Header   http.Header
	Body     []byte
	Location *url.URL // where it sends its reader; nil = nowhere
}

// Members are those of a JSON object; nil = the body is none.
func (r *Reply) Members() (members map[string]json.RawMessage) {
	_ = jsonparts.Unmarshal(r.Body, &members)
	return members
}

func (b *Bench) get(place string) (*Reply, error) {
	return b.send(http.MethodGet, place, "", nil)
}

// send sends a request without credentials. shown is what an excerpt may say of its body.
func (b *Bench) send(method, place, shown string, change func(*http.Request)) (*Reply, error) {
	ctx, cancel := clock.WithTimeout(b.ctx, b.Target.Clock, b.Target.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, place, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json, text/html")
	if change != nil {
		change(req)
	}
	b.requests++
	b.Emit(event.Event{At: b.Target.Clock.Now(), Actor: "client", Kind: "http.request", Name: method + " " + place, Text: shown})
	resp, err := plainhttp.RoundTrip(b.Target.HTTP, req)
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	defer resp.Body.Close()
	r := &Reply{Status: resp.StatusCode, Header: resp.Header}
	r.Location, _ = resp.Location() // an answer without one sends nowhere
	r.Body, err = io.ReadAll(io.LimitReader(resp.Body, maxBody))
	note := event.Event{At: b.Target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.Status, Text: resp.Header.Get("Content-Type")}
	if r.Location != nil {
		note.Text = "Location: " + r.Location.String()
	}
	b.Emit(note)
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	return r, nil
}

// post sends a form, and whom it is from if authorization is not "".
func (b *Bench) post(place string, form url.Values, authorization string) (*Reply, error) {
	return b.body(place, "application/x-www-form-urlencoded", form.Encode(), form.Get("grant_type"), func(h http.Header) {
		if authorization != "" {
			h.Set("Authorization", authorization)
		}
	})
}

func (b *Bench) body(place, kind, text, shown string, more func(http.Header)) (*Reply, error) {
	return b.send(http.MethodPost, place, shown, func(r *http.Request) {
		r.Header.Set("Content-Type", kind)
		if more != nil {
			more(r.Header)
		}
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	})
}

// secret keeps a text out of all that is shown.
func (b *Bench) secret(text string) string {
	if text != "" {
		b.secrets = append(b.secrets, text)
	}
	return text
}

// textOf is a string member of a JSON object; "" = it is none.
func textOf(members map[string]json.RawMessage, name string) (text string) {
	_ = jsonparts.Unmarshal(members[name], &text)
	return text
}

// What says in a few words what came.
func (r *Reply) What() string {
	text := fmt.Sprintf("HTTP %d", r.Status)
	if code := textOf(r.Members(), "error"); code != "" {
		text += " " + code
	}
	return text
}

// Text is a member of the JSON object that is the body; "" = it is missing, or no text.
func (r *Reply) Text(name string) string { return textOf(r.Members(), name) }

// JSON reports whether the answer is said to be JSON, as it must be.
func (r *Reply) JSON() bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
