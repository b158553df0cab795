package probe

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// maxWatched is how many resources are subscribed to.
const maxWatched = 8

// Watch is what was told of resources while the tools that may be called were called,
// in a session of its own.
type Watch struct {
	None       error    // the error of a step: why nothing was watched; or nil
	Tried      []string // URIs whose subscription was not refused; of several resources one is left out
	Subscribed []string // those whose subscription has a result
	Changed    []string // those that were the same before the calls, and another after
	First      []Frame  // what came before the tools were called again
	During     []Frame  // what came up to the end of the subscriptions
	After      []Frame  // what came once they had ended, and the tools were called again
	Late       []string // the one left out if it has changed, was subscribed to then, and changed again
	Again      Again    // what the next calls have changed
	Beside     Again    // and those after another resource was subscribed to, and unsubscribed from
	Events     []event.Event
	Refused    bool // resources/subscribe was refused
	Kept       bool // resources/unsubscribe was refused
	HungUp     bool // the server has ended the streams that were listened to
}

// Watch subscribes to resources and calls tools, once for all checks. The error is that
// of its session.
func (b *Bench) Watch() (*Watch, error) {
	return b.ledger.watched.get(b, func() (*Watch, error) {
		w := &Watch{}
		var err error
		w.Events = b.record(func() { err = b.makeWatch(w) })
		return w, err
	})
}

func (b *Bench) makeWatch(w *Watch) error {
	if stranger := b.stranger(); stranger != nil {
		defer b.Rest(stranger)
	}
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer b.Rest(c)
	if !c.DeclaresMember("resources", "subscribe") {
		w.None = verdict.NotTestable("the server does not declare subscribe of resources")
		return nil
	}
	tools, err := (&Survey{}).choose(c)
	if err != nil {
		w.None = err
		return nil
	}
	if !c.Pushed() {
		c.Listen("")
		if !b.IsModern() {
			c.Listen("") // of two one alone may have what comes, see [OneStream]
		}
	}
	if w.None = w.observe(c, tools); w.None != nil {
		return nil
	}
	w.HungUp = c.HungUp()
	return b.Partial(c)
}

// stranger is a session that listens beside the one that subscribes, and subscribes to nothing:
// what it is told is judged where all messages are, see [Wanted]. It is nil where sessions are
// processes, or nothing can be subscribed to, or if there is none: other checks tell that.
func (b *Bench) stranger() *Conn {
	if first := b.First(); b.IsModern() || first == nil || first.Session == "" || !first.DeclaresMember("resources", "subscribe") {
		return nil
	}
	c, err := b.OwnSession()
	if err != nil {
		return nil
	}
	c.Listen("")
	return c
}

// observe subscribes, calls, and reads before and after. The error is that of a step.
func (w *Watch) observe(c *Conn, tools []Tool) error {
	all := c.watchable()
	if len(all) == 0 {
		return verdict.NotTestable("no resource can be read and subscribed to")
	}
	subscribed := all
	if len(all) > 1 {
		subscribed = all[:len(all)-1]
	}
	for _, uri := range subscribed {
		answer, err := c.Call("resources/subscribe", uriParams(uri))
		if err != nil || answer.Failure() == nil || answer.Members["result"] != nil {
			w.Tried = append(w.Tried, uri)
		}
		w.Refused = w.Refused || err == nil && answer.Members["result"] == nil
		if err != nil || answer.Members["result"] == nil {
			continue // which is the business of another check
		}
		w.Subscribed = append(w.Subscribed, uri)
	}
	begin := c.Size()
	before := c.contents(all)
	c.callAll(tools)
	if err := c.bench.Sleep(lateTime); err != nil {
		return err
	}
	c.callApart(tools)
	between := c.contents(all)
	w.Changed = differing(w.Subscribed, before, between)
	_ = c.Await(begin, againTime, func(frames []Frame) bool { return allTold(frames, w.Changed) })
	w.First = c.From(begin)
	if len(w.Changed) > 0 {
		between = w.Again.call(c, tools, w.Subscribed, all, between)
	}
	during := c.Size()
	between = w.beside(c, tools, all, between)
	ending := c.Size()
	for _, uri := range w.Subscribed {
		answer, err := c.Call("resources/unsubscribe", uriParams(uri))
		w.Kept = w.Kept || err == nil && answer.Failure() != nil
		if err != nil {
			return verdict.NotObserved("unsubscribing: %s", err)
		}
	}
	w.During = append(slices.Clone(c.From(begin)[:during-begin]), c.From(ending)...)
	var late []string
	for _, uri := range differing(all[len(subscribed):], before, between) {
		if answer, err := c.Call("resources/subscribe", uriParams(uri)); err == nil && answer.Members["result"] != nil {
			late = append(late, uri)
		}
	}
	if len(late) == 0 && len(subscribed) < len(all) {
		w.quiet(c, all[len(all)-1])
	}
	ended := c.Size()
	c.callAll(tools)
	err := c.bench.Sleep(lateTime)
	w.Late = differing(late, between, c.contents(late))
	w.After = c.From(ended)
	return err
}

// quiet subscribes to a resource that no tool has changed, and that stands for none of the others:
// who has subscribed to it is told of none of them.
func (w *Watch) quiet(c *Conn, uri string) {
	if !slices.ContainsFunc(w.Subscribed, func(other string) bool { return Told([]string{other}, uri) }) {
		_, _ = c.Call("resources/subscribe", uriParams(uri)) // that it is refused is the business of another check
	}
}

// beside subscribes to the resource left out and unsubscribes from it again, which ends no other
// subscription, and calls the tools once more if they have changed another one time after time.
// It returns what all resources are then.
func (w *Watch) beside(c *Conn, tools []Tool, all []string, before map[string]string) map[string]string {
	if len(w.Again.Changed) == 0 || len(w.Again.Missed) > 0 || len(w.Subscribed) == len(all) {
		return before
	}
	for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
		if answer, err := c.Call(method, uriParams(all[len(all)-1])); err != nil || answer.Members["result"] == nil {
			return before
		}
	}
	return w.Beside.call(c, tools, w.Again.Changed, all, before)
}

func uriParams(uri string) string { return fmt.Sprintf(`{"uri":%s}`, Encoded(uri)) }

// callAll calls tools as a survey does, but none that is known to take too long with
// arguments that let it.
func (c *Conn) callAll(tools []Tool) []*Trial {
	s := &Survey{again: true}
	defer s.drop()
	s.call(c, tools)
	return s.Trials
}

// watchable are the URIs of resources that can be read, each once.
func (c *Conn) watchable() (out []string) {
	for _, r := range c.itemsOf("resources", "resources/list") {
		if uri := Text(r["uri"]); uri != "" && len(out) < maxWatched && !slices.Contains(out, uri) {
			out = append(out, uri)
		}
	}
	return out
}

// contents reads resources twice: what differs changes by itself, and is left out.
func (c *Conn) contents(uris []string) map[string]string {
	out := map[string]string{}
	for range 2 {
		for _, uri := range uris {
			answer, err := c.Call("resources/read", uriParams(uri))
			now := string(answer.Members["result"])
			if before, seen := out[uri]; err != nil || seen && before != now {
				now = ""
			}
			out[uri] = now
		}
	}
	return out
}

// differing are the resources that were one thing before and are another after.
func differing(uris []string, before, after map[string]string) (out []string) {
	for _, uri := range uris {
		if before[uri] != "" && after[uri] != "" && before[uri] != after[uri] {
			out = append(out, uri)
		}
	}
	return out
}

// Updated are the URIs of which frames tell that they have changed. Who tells of none has
// told nothing.
func Updated(frames []Frame) (out []string) {
	for _, f := range frames {
		if uri := Text(f.Param("uri")); uri != "" && f.Method() == "notifications/resources/updated" {
			out = append(out, uri)
		}
	}
	return out
}

// allTold reports whether frames tell that all these resources have changed.
func allTold(frames []Frame, uris []string) bool {
	updated := Updated(frames)
	return !slices.ContainsFunc(uris, func(uri string) bool { return !Told(updated, uri) })
}

// Told reports whether one of the URIs is that of a resource or below it.
func Told(updated []string, uri string) bool {
	return slices.ContainsFunc(updated, func(u string) bool {
		below, found := strings.CutPrefix(u, uri)
		return found && (below == "" || !isWord(rune(below[0])) || !isWord(rune(uri[len(uri)-1]))) || u == strings.TrimSuffix(uri, "/")
	})
}

// isWord reports whether a character goes on with a name: note://10 is not below note://1.
func isWord(r rune) bool { return r >= 0x80 || unicode.IsLetter(r) || unicode.IsDigit(r) }
