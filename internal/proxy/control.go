package proxy

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
)

const (
	mostCommand = 1 << 20 // bytes of the body of a command
	mostBehind  = 1000    // events that a listener may be behind; it misses later ones
)

// Control takes commands for a proxy over HTTP. The zero value is not usable.
type Control struct {
	Proxy *Proxy
	Token string // demanded of every request; "" = none is
	// AnyHost lets requests name any host; otherwise only one of this machine, so that no
	// web page can give commands by a name that was made to point here.
	AnyHost bool

	mu        sync.Mutex
	listeners map[chan Done]bool
}

// Tell passes on what was done to those who listen to events.
func (c *Control) Tell(d Done) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for l := range c.listeners {
		select {
		case l <- d:
		default:
		}
	}
}

// Status is the answer to GET /status.
type Status struct {
	Connections int                     `json:"connections"`
	Rules       []fakeserver.RuleStatus `json:"rules"`
	Faults      []FaultStatus           `json:"faults"`
	Held        []string                `json:"held"` // labels
}

// ServeHTTP answers one command.
func (c *Control) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if code, err := c.refuse(r); err != nil {
		fail(w, code, err)
		return
	}
	body, code, err := c.command(w, r)
	if err != nil {
		fail(w, code, err)
		return
	}
	kind, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch command := r.Method + " " + kind; command {
	case "GET status":
		give(w, Status{c.Proxy.Connections(), c.Proxy.Rules.List(), c.Proxy.Link.List(), c.Proxy.Held()})
	case "GET events":
		c.events(w, r)
	case "POST release":
		give(w, map[string]int{"released": c.Proxy.Release(r.URL.Query().Get("label"))})
	case "POST faults", "PUT faults":
		c.putFault(w, id, string(body))
	case "POST rules", "PUT rules":
		c.putRules(w, id, body)
	case "DELETE faults":
		gone(w, id, c.Proxy.Link.Remove(id))
	case "DELETE rules":
		gone(w, id, c.Proxy.Rules.Remove(id))
	default:
		fail(w, http.StatusNotFound, fmt.Errorf("%s %s: want GET /status, GET /events, POST /release, or POST, PUT or DELETE of /faults or /rules", r.Method, r.URL.Path))
	}
}

// command is the body of a command, which has bodyWait to come.
func (c *Control) command(w http.ResponseWriter, r *http.Request) (body []byte, code int, err error) {
	to := http.NewResponseController(w)
	_ = to.SetReadDeadline(c.Proxy.clk.Now().Add(bodyWait))
	body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, mostCommand))
	switch _, large := errors.AsType[*http.MaxBytesError](err); {
	case err == nil:
		_ = to.SetReadDeadline(time.Time{}) // those who listen to events do so for long
		return body, 0, nil
	case large:
		return nil, http.StatusRequestEntityTooLarge, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		return nil, http.StatusRequestTimeout, errors.New("the body takes too long")
	}
	return nil, http.StatusBadRequest, err
}

// refuse says who may not give commands.
func (c *Control) refuse(r *http.Request) (code int, err error) {
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case r.Header.Get("Origin") != "":
		return http.StatusForbidden, errors.New("commands are not taken from web pages")
	case !c.AnyHost && !isLoopback(r.Host):
		return http.StatusForbidden, errors.New("commands are taken at a loopback address only")
	case c.Token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(c.Token)) != 1:
		return http.StatusUnauthorized, errors.New("the token is missing or wrong")
	}
	return 0, nil
}

func (c *Control) putFault(w http.ResponseWriter, id, text string) {
	link, err := c.Proxy.Link, error(nil)
	if id == "" {
		id, err = link.Add(text)
	} else {
		err = link.Replace(id, text)
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	give(w, map[string][]string{"ids": {id}})
}

func (c *Control) putRules(w http.ResponseWriter, id string, body []byte) {
	rules, err := fakeserver.Origin{File: "rules"}.ParseRules(body)
	switch {
	case err != nil:
	case len(rules) == 0 || id != "" && len(rules) != 1:
		err = errors.New("want a list of rules; one in the place of another")
	}
	ids := []string{}
	for _, rule := range rules {
		if err == nil && id == "" {
			var added string
			added, err = c.Proxy.Rules.Add(rule)
			ids = append(ids, added)
		} else if err == nil {
			err = c.Proxy.Rules.Replace(id, rule)
			ids = append(ids, id)
		}
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	give(w, map[string][]string{"ids": ids})
}

// events sends what is done until the client leaves.
func (c *Control) events(w http.ResponseWriter, r *http.Request) {
	l := make(chan Done, mostBehind)
	c.mu.Lock()
	if c.listeners == nil {
		c.listeners = map[chan Done]bool{}
	}
	c.listeners[l] = true
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.listeners, l)
	}()
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush := http.NewResponseController(w).Flush
	for _ = flush(); ; _ = flush() {
		select {
		case d := <-l:
			if json.NewEncoder(w).Encode(d) != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func give(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func gone(w http.ResponseWriter, id string, was bool) {
	if !was {
		fail(w, http.StatusNotFound, fmt.Errorf("there is no %q", id))
		return
	}
	give(w, map[string][]string{"ids": {id}})
}

func fail(w http.ResponseWriter, code int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
}
