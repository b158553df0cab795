package specimen_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// defect is one thing that the server does wrong.
type defect struct {
	id     string   // the check that owns it
	name   string   // what the server does, in one sentence
	over   string   // the only transport; "" = both
	also   []string // ids of checks that are as good
	header http.Header
	change func(v *server)
}

// defects are all of them, by family.
func defects() []defect {
	return slices.Concat(baseDefects, frameDefects, lifeDefects, stdioDefects, webDefects, sessionDefects, streamDefects, callDefects,
		utilityDefects, featureDefects, listDefects, guardDefects, taskDefects, nameDefects, exampleDefects, nullDefects, bareDefects, moreDefects, sideDefects, besideDefects, wholeDefects, openDefects, fieldDefects, fieldForms, strangerDefects, workedDefects, heldDefects, apartDefects, keptDefects, sdkDefects, mixedDefects, noteDefects)
}

// The helpers below change one thing of a server each.

// outgoing changes each message that the server sends.
func outgoing(change func(s *session, c *call, msg object) []object) func(*server) {
	return func(v *server) {
		next := v.out
		v.out = func(s *session, c *call, msg object) (all []object) {
			for _, m := range next(s, c, msg) {
				all = append(all, change(s, c, m)...)
			}
			return all
		}
	}
}

// frames changes the members of each message.
func frames(change func(c *call, msg object)) func(*server) {
	return outgoing(func(_ *session, c *call, msg object) []object { change(c, msg); return []object{msg} })
}

// answers changes responses to the methods, or to all of none are named.
func answers(change func(c *call, msg object), methods ...string) func(*server) {
	return frames(func(c *call, msg object) {
		if _, ok := msg["method"]; !ok && (len(methods) == 0 || c != nil && slices.Contains(methods, c.method)) {
			change(c, msg)
		}
	})
}

// notices changes notifications of the server.
func notices(change func(msg object)) func(*server) {
	return frames(func(_ *call, msg object) {
		if _, ok := msg["method"]; ok && msg["id"] == nil {
			change(msg)
		}
	})
}

// errors changes error responses.
func errors(change func(c *call, msg, e object), methods ...string) func(*server) {
	return answers(func(c *call, msg object) {
		if e, ok := msg["error"].(object); ok {
			change(c, msg, e)
		}
	}, methods...)
}

// results changes the results of methods.
func results(change func(c *call, result object), methods ...string) func(*server) {
	return answers(func(c *call, msg object) {
		if r, ok := msg["result"].(object); ok && c != nil {
			r = with(r)
			msg["result"] = r
			change(c, r)
		}
	}, methods...)
}

// handle wraps the handler of a method.
func handle(method string, wrap func(c *call, next handler) (object, *fault)) func(*server) {
	return func(v *server) {
		next := v.methods[method]
		v.methods[method] = func(c *call) (object, *fault) { return wrap(c, next) }
	}
}

// incoming sees each message before it is understood; nil drops it.
func incoming(change func(s *session, msg object) object) func(*server) {
	return func(v *server) {
		next := v.in
		v.in = func(s *session, msg object) object {
			if msg = change(s, msg); msg == nil {
				return nil
			}
			return next(s, msg)
		}
	}
}

// wire changes the bytes of each message.
func wire(change func(data string) string) func(*server) {
	return func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte { return []byte(change(string(next(m)))) }
	}
}

// noted runs something after a notification has come.
func noted(method string, then func(s *session, params object)) func(*server) {
	return func(v *server) {
		next := v.notes[method]
		v.notes[method] = func(s *session, params object) {
			if next != nil {
				next(s, params)
			}
			then(s, params)
		}
	}
}

// runs replaces what a tool does.
func runs(name string, run func(c *call, next handler) (object, *fault)) func(*server) {
	return func(v *server) {
		for i, t := range v.tools {
			if t.name() == name {
				next := t.run
				v.tools[i].run = func(c *call) (object, *fault) { return run(c, next) }
			}
		}
	}
}

// redefines changes the definition of a tool.
func redefines(name string, members ...any) func(*server) {
	return func(v *server) {
		for i, t := range v.tools {
			if t.name() == name {
				v.tools[i].def = with(t.def, members...)
			}
		}
	}
}

// both makes several changes.
func both(changes ...func(*server)) func(*server) {
	return func(v *server) {
		for _, c := range changes {
			c(v)
		}
	}
}

// streaming answers everything with event streams.
func streaming(v *server) { v.http.streams = func(*call) bool { return true } }

// upTo is a server whose newest revision is an older one.
func upTo(revision string) func(*server) {
	return func(v *server) { v.revisions = accepted[:slices.Index(accepted, revision)+1] }
}

func numeric(id any) (string, bool) { n, ok := id.(json.Number); return string(n), ok }

func isResponse(msg object) bool { _, ok := msg["method"]; return !ok }

func contains(v any, part string) bool { return strings.Contains(string(encode(v)), part) }

// never answers.
func never(*call) (object, *fault) { return nil, nil }
