package modern_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// defect is one thing that the server does wrong.
type defect struct {
	id     string   // the check that owns it
	name   string   // what the server does
	over   string   // the only transport; "" = both
	also   []string // checks that are as good
	change func(v *server)
}

// key names it over one transport.
func (d defect) key(over string) string { return d.id + " over " + over + ": " + d.name }

// owners are the checks that may tell a defect.
func (d defect) owners() []string { return append([]string{d.id}, d.also...) }

// owns reports whether a result is of a check that has to tell the defect.
func (d defect) owns(r reports.Result) bool {
	return slices.ContainsFunc(d.owners(), func(id string) bool { return slices.Contains(r.Rule.IDs, id) })
}

// keysOfDefects are those of all defects, over each transport that has them.
func keysOfDefects() (keys []string) {
	for _, d := range defects {
		for _, over := range overs(d.over) {
			keys = append(keys, d.key(over))
		}
	}
	return keys
}

var defects = slices.Concat(discoveryDefects, metadataDefects, messageDefects, resultDefects, headerDefects, webDefects,
	listDefects, toolDefects, contentDefects, logDefects, subscriptionDefects, roundDefects, pipeDefects, cancelDefects, guardDefects, taskDefects,
	otherMessageDefects, otherDiscoveryDefects, otherListDefects, otherContentDefects, otherSubscriptionDefects, otherRoundDefects, otherWebDefects,
	headerTwiceDefects, idleDefects, metaDefects, secondDefects, connectionDefects, thirdDefects,
	moreMessageDefects, moreResultDefects, moreListDefects, moreDiscoveryDefects, moreHeaderDefects, moreWebDefects, moreToolDefects, moreLogDefects,
	moreRoundDefects, moreSubscriptionDefects, morePipeDefects, moreGuardDefects, moreTaskDefects,
	waysOfTokens, waysOfChallenges, waysOfProcesses, waysOfCancelling, waysOfMessages, waysOfLogs, waysOfHeaders, waysOfStreams, waysOfContent, waysOfSubscriptions, waysOfRounds, waysOfTasks, freshDefects, nameDefects, nullDefects, bareDefects, onceDefects, loginDefects, cornerDefects, wideDefects, fieldDefects, fieldForms, strangerDefects, alikeDefects, hiddenDefects, keptDefects, sdkDefects, mixedDefects, noteDefects)

// outgoing changes each message that the server sends.
func outgoing(change func(c *call, msg object) []object) func(*server) {
	return func(v *server) {
		next := v.out
		v.out = func(c *call, msg object) (all []object) {
			for _, m := range next(c, msg) {
				all = append(all, change(c, m)...)
			}
			return all
		}
	}
}

// frames changes the members of each message.
func frames(change func(c *call, msg object)) func(*server) {
	return outgoing(func(c *call, msg object) []object { change(c, msg); return []object{msg} })
}

// results changes the results of methods, of all if none is named.
func results(change func(c *call, result object), methods ...string) func(*server) {
	return frames(func(c *call, msg object) {
		if r, ok := msg["result"].(object); ok && (len(methods) == 0 || slices.Contains(methods, c.method)) {
			r = maps.Clone(r)
			msg["result"] = r
			change(c, r)
		}
	})
}

// errors changes errors.
func errors(change func(c *call, msg, e object)) func(*server) {
	return frames(func(c *call, msg object) {
		if e, ok := msg["error"].(object); ok {
			change(c, msg, e)
		}
	})
}

// coded changes one code to another.
func coded(from, to int) func(*server) {
	return errors(func(_ *call, _, e object) {
		if e["code"] == from {
			e["code"] = to
		}
	})
}

// handle wraps the handler of a method.
func handle(method string, wrap func(c *call, next handler) (object, *fault)) func(*server) {
	return func(v *server) {
		next := v.methods[method]
		v.methods[method] = func(c *call) (object, *fault) { return wrap(c, next) }
	}
}

// answered answers a method with what there is.
func answered(method string, members object) func(*server) {
	return handle(method, func(c *call, _ handler) (object, *fault) { return c.result(members), nil })
}

// runs replaces what a tool does.
func runs(name string, run func(c *call, next handler) (object, *fault)) func(*server) {
	return func(v *server) {
		for i, t := range v.tools {
			if t.name() == name {
				v.tools[i].run = func(c *call) (object, *fault) { return run(c, t.run) }
			}
		}
	}
}

// redefines changes the definition of a tool; nil removes a member.
func redefines(name string, members object) func(*server) {
	return func(v *server) {
		for i, t := range v.tools {
			if t.name() == name {
				v.tools[i].def = with(t.def, members)
			}
		}
	}
}

// with is a copy of an object with other members; nil removes one.
func with(o, members object) object {
	out := maps.Clone(o)
	for name, value := range members {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

// metaJudge wraps what is asked of metadata.
func metaJudge(wrap func(c *call, next func(*call) *fault) *fault) func(*server) {
	return func(v *server) {
		next := v.metadata
		v.metadata = func(c *call) *fault { return wrap(c, next) }
	}
}

// forgives accepts requests that are refused with a code.
func forgives(code int, where func(c *call) bool) func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		if f := next(c); f != nil && (f.code != code || !where(c)) {
			return f
		}
		return nil
	})
}

func always(*call) bool { return true }

// hides lets requests pass whose headers are wrong in one respect.
func hides(what string) func(*server) {
	return func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if f := next(c, h); f != nil && !strings.HasSuffix(f.message, what) {
				return f
			}
			return nil
		}
	}
}

// altered changes headers before they are judged.
func altered(change func(c *call, h http.Header)) func(*server) {
	return func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			h = h.Clone()
			change(c, h)
			return next(c, h)
		}
	}
}

func both(changes ...func(*server)) func(*server) {
	return func(v *server) {
		for _, c := range changes {
			c(v)
		}
	}
}

func wire(change func(string) string) func(*server) {
	return func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte { return []byte(change(string(next(m)))) }
	}
}

// each makes the state of a defect anew for each subject.
func each(change func() func(*server)) func(*server) {
	return func(v *server) { change()(v) }
}

// memory is what a defect keeps of connections.
type memory map[*int]bool

func asObject(v any) object { o, _ := v.(object); return o }
