package steps

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func networkSteps() []gherkin.Step {
	return gherkin.Noun("network", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the links? to "([^"]+)" (?:has|have) ([a-z_]+)((?: \S+)*?)( up| down)?`,
			Manual:  "puts a fault on the wire to servers: its main value first, then \"name value\" pairs (see: mcpsim help faults)",
			Example: `the link to "docs" has latency 20ms jitter 5ms down`, Func: addFault},
		{Keyword: gherkin.When, Pattern: `the links? to "([^"]+)" (?:gets|get) ([a-z_]+)((?: \S+)*?)( up| down)?`,
			Manual: "puts a fault on the wire while the scenario runs", Example: `the link to "docs" gets stall`, Func: (*World).hitLink},
		{Keyword: gherkin.When, Pattern: `the links? to "([^"]+)" recovers?`, Manual: "takes all faults off the wire and releases what they held",
			Example: `the link to "docs" recovers`, Func: (*World).recoverLink},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" saw (\d+) attempts? to connect`,
			Manual: "counts connections to an address, refused ones included", Example: `the link to "docs" saw 1 attempt to connect`,
			Func: wired.checkAttempts},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" saw attempts? to connect at "([^"]*)"`,
			Manual:  "compares the moments of connections to an address, refused ones included",
			Example: `the link to "docs" saw attempts to connect at "0s, 500ms"`, Func: wired.checkAttemptTimes},
		{Keyword: gherkin.Then, Pattern: `the attempts to connect to "([^"]+)" have gaps of at least "([^"]*)" and less than twice that`,
			Manual:  "compares the waits between connections to an address, one after the other",
			Example: `the attempts to connect to "docs" have gaps of at least "500ms, 1s" and less than twice that`, Func: checkGaps},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" has (\d+) open connections?`,
			Manual: "counts connections to an address that neither end has closed", Example: `the link to "docs" has 0 open connections`,
			Func: wired.checkOpenConnections},
	})
}

// faults are the faults a feature can name. A field of each is set by its name
// in lower case, the first one by position.
var faults = faultsByKind()

func faultsByKind() map[string]netem.Fault {
	byKind := map[string]netem.Fault{}
	for _, f := range []netem.Fault{
		netem.Latency{}, netem.Bandwidth{}, netem.Slicer{}, netem.Stall{}, netem.ResetPeer{}, netem.LimitData{},
		netem.HalfClose{}, netem.SlowClose{}, netem.Corrupt{}, netem.Truncate{}, netem.Refuse{}, netem.Blackhole{},
		netem.SlowAccept{}, netem.DropMessage{}, netem.DuplicateMessage{}, netem.ReorderMessage{}, netem.HoldMessage{},
		netem.GEModel{},
	} {
		byKind[f.Kind()] = f
	}
	return byKind
}

// wired is a server and the emulated wire to it.
type wired struct {
	*server
	link *netem.Link
}

func wiredTo(s *server) (wired, error) {
	link, err := s.w.ground.link(s.name)
	return wired{s, link}, err
}

func allWiredTo(servers []*server) ([]wired, error) {
	var all []wired
	for _, s := range servers {
		x, err := wiredTo(s)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func addFault(all []wired, kind, values, direction string) error {
	fault, err := parseFault(kind, strings.Fields(values))
	if err != nil {
		return err
	}
	scope := netem.Scope{}
	switch strings.TrimSpace(direction) {
	case "up":
		scope.Direction = netem.Up
	case "down":
		scope.Direction = netem.Down
	}
	for _, s := range all {
		s.heal = append(s.heal, s.link.Add(fault, scope))
	}
	return nil
}

func (w *World) hitLink(all []wired, kind, values, direction string) error {
	if err := addFault(all, kind, values, direction); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) recoverLink(servers []*server) error {
	for _, s := range servers {
		for _, remove := range s.heal {
			remove()
		}
		s.heal = nil
	}
	return w.ground.settle()
}

// dials are the moments of connections to an address, refused ones included.
func (s wired) dials() []time.Duration {
	var at []time.Duration
	for _, e := range s.w.seen("", s.name) {
		if e.Kind == "net."+event.Kind(netem.ConnOpen) || e.Kind == "net."+event.Kind(netem.ConnRefuse) {
			at = append(at, s.w.since(e.At))
		}
	}
	return at
}

func (s wired) checkAttempts(n int) error {
	return same("attempts to connect to "+s.name, len(s.dials()), n)
}

func (s wired) checkAttemptTimes(moments []time.Duration) error {
	return same("the moments of connections to "+s.name, s.dials(), moments)
}

func checkGaps(all []wired, least []time.Duration) error {
	for _, s := range all {
		if err := s.checkGaps(least); err != nil {
			return err
		}
	}
	return nil
}

func (s wired) checkGaps(least []time.Duration) error {
	at := s.dials()
	if len(at) != len(least)+1 {
		return fmt.Errorf("there were connections to %s at %s: these are not %d gaps", s.name, at, len(least))
	}
	for i, low := range least {
		if gap := at[i+1] - at[i]; gap < low || gap >= 2*low {
			return fmt.Errorf("gap %d is %s, which is not between %s and %s", i+1, gap, low, 2*low)
		}
	}
	return nil
}

func (s wired) checkOpenConnections(n int) error {
	open := map[int]bool{}
	for _, e := range s.w.seen("", s.name) {
		switch e.Kind {
		case "net." + event.Kind(netem.ConnOpen):
			open[e.Conn] = true
		case "net." + event.Kind(netem.ConnClose), "net." + event.Kind(netem.ConnReset):
			delete(open, e.Conn)
		}
	}
	return same("open connections to "+s.name, len(open), n)
}

// parseFault makes a fault from its kind and "value" or "name value" words.
func parseFault(kind string, words []string) (netem.Fault, error) {
	zero, ok := faults[kind]
	if !ok {
		return nil, fmt.Errorf("unknown fault %q; the faults are %s", kind, strings.Join(faultKinds(), ", "))
	}
	v := reflect.New(reflect.TypeOf(zero)).Elem()
	fields := settable(v)
	if len(words)%2 == 1 {
		if len(fields) == 0 {
			return nil, fmt.Errorf("fault %q takes no value", kind)
		}
		words = append([]string{fields[0].name}, words...)
	}
	for i := 0; i < len(words); i += 2 {
		if err := setField(fields, words[i], words[i+1]); err != nil {
			return nil, fmt.Errorf("fault %q: %w", kind, err)
		}
	}
	return v.Interface().(netem.Fault), nil
}

func faultKinds() []string { return slices.Sorted(maps.Keys(faults)) }

// field is a number or a duration inside a fault.
type field struct {
	name  string
	value reflect.Value
}

// settable lists the fields of a fault, those of nested structs in their place.
func settable(v reflect.Value) []field {
	var out []field
	for i := range v.NumField() {
		f := v.Field(i)
		switch f.Kind() {
		case reflect.Struct:
			out = append(out, settable(f)...)
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
			out = append(out, field{strings.ToLower(v.Type().Field(i).Name), f})
		}
	}
	return out
}

func setField(fields []field, name, text string) error {
	var names []string
	for _, f := range fields {
		if f.name == name {
			return setValue(f.value, text)
		}
		names = append(names, f.name)
	}
	return fmt.Errorf("unknown value %q; it takes %s", name, strings.Join(names, ", "))
}

func setValue(v reflect.Value, text string) error {
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		v.SetInt(int64(d))
		return err
	}
	switch v.Kind() {
	case reflect.Bool:
		yes, err := strconv.ParseBool(text)
		v.SetBool(yes)
		return err
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		v.SetFloat(x)
		return err
	case reflect.Uint64:
		x, err := strconv.ParseUint(text, 10, 64)
		v.SetUint(x)
		return err
	default:
		x, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(x)
		return err
	}
}
