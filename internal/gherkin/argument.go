package gherkin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	errorType     = reflect.TypeFor[error]()
	worldType     = reflect.TypeFor[World]()
	durationType  = reflect.TypeFor[time.Duration]()
	docStringType = reflect.TypeFor[*DocString]()
	tableType     = reflect.TypeFor[*Table]()
)

// use is one use of a step in a scenario: what arguments are made from.
type use struct {
	world  reflect.Value
	groups []string // as captured
	block  reflect.Value
}

type (
	action    func(use) error                  // runs the function of a step
	argument  func(use) (reflect.Value, error) // makes one argument
	resolvers map[reflect.Type]reflect.Value   // by the type that they make
)

func indexResolvers(list []any) (resolvers, error) {
	r := resolvers{}
	var errs []error
	for _, f := range list {
		fn := reflect.ValueOf(f)
		t := fn.Type()
		switch {
		case t.Kind() != reflect.Func || t.NumOut() < 1 || t.NumOut() > 2 || t.NumOut() == 2 && t.Out(1) != errorType:
			errs = append(errs, fmt.Errorf("resolver %s returns no value, or more than a value and an error", t))
		case r[t.Out(0)].IsValid():
			errs = append(errs, fmt.Errorf("resolver %s: there is another one for %s", t, t.Out(0)))
		default:
			r[t.Out(0)] = fn
		}
	}
	return r, errors.Join(errs...)
}

// binder finds out how the arguments of one step are made.
type binder struct {
	resolvers resolvers
	groups    int            // of the pattern
	used      int            // of these
	block     reflect.Type   // nil until a parameter takes it
	pending   []reflect.Type // whose resolvers are being looked at
}

// step checks the function of a step.
func (b *binder) step(fn reflect.Value) (action, error) {
	if fn.Kind() != reflect.Func {
		return nil, errors.New("its func is not a function")
	}
	if t := fn.Type(); t.NumOut() != 1 || t.Out(0) != errorType {
		return nil, errors.New("its func does not return one error")
	}
	call, err := b.call(fn)
	if err != nil {
		return nil, err
	}
	if b.used < b.groups {
		return nil, fmt.Errorf("%d groups need as many parameters, its func takes %d", b.groups, b.used)
	}
	return func(u use) error {
		out, err := call(u)
		if err == nil {
			err, _ = out[0].Interface().(error)
		}
		return err
	}, nil
}

// call binds all parameters of a function.
func (b *binder) call(fn reflect.Value) (func(use) ([]reflect.Value, error), error) {
	var arguments []argument
	for i := range fn.Type().NumIn() {
		a, err := b.argument(fn.Type().In(i))
		if err != nil {
			return nil, fmt.Errorf("parameter %d of %s: %w", i+1, fn.Type(), err)
		}
		arguments = append(arguments, a)
	}
	return func(u use) ([]reflect.Value, error) {
		in := make([]reflect.Value, len(arguments))
		for i, a := range arguments {
			var err error
			if in[i], err = a(u); err != nil {
				return nil, err
			}
		}
		return fn.Call(in), nil
	}, nil
}

func (b *binder) argument(t reflect.Type) (argument, error) {
	switch fn, known := b.resolvers[t]; {
	case known:
		return b.resolved(t, fn)
	case t.Implements(worldType):
		return worldOf(t), nil
	case t == docStringType || t == tableType:
		if b.block != nil || len(b.pending) > 0 {
			return nil, errors.New("a step has one doc string or table, for its own func")
		}
		b.block = t
		return func(u use) (reflect.Value, error) { return u.block, nil }, nil
	}
	parse := parserOf(t)
	if parse == nil {
		return nil, fmt.Errorf("neither a group nor a resolver makes a %s", t)
	}
	if b.used == b.groups {
		return nil, fmt.Errorf("a parameter too many for %d groups", b.groups)
	}
	i := b.used
	b.used++
	return func(u use) (reflect.Value, error) { return parse(u.groups[i]) }, nil
}

// resolved is an argument that a resolver makes.
func (b *binder) resolved(t reflect.Type, fn reflect.Value) (argument, error) {
	if slices.Contains(b.pending, t) {
		return nil, fmt.Errorf("the resolver of %s needs itself", t)
	}
	b.pending = append(b.pending, t)
	defer func() { b.pending = b.pending[:len(b.pending)-1] }()
	call, err := b.call(fn)
	if err != nil {
		return nil, err
	}
	return func(u use) (reflect.Value, error) {
		out, err := call(u)
		if err != nil {
			return reflect.Value{}, err
		}
		if len(out) == 2 {
			err, _ = out[1].Interface().(error)
		}
		return out[0], err
	}, nil
}

func worldOf(t reflect.Type) argument {
	return func(u use) (reflect.Value, error) {
		if !u.world.Type().AssignableTo(t) {
			return reflect.Value{}, fmt.Errorf("the step works on %s, the world is a %s", t, u.world.Type())
		}
		return u.world, nil
	}
}

// parserOf is what makes a value of a type from a group; nil = nothing does.
func parserOf(t reflect.Type) func(string) (reflect.Value, error) {
	switch {
	case t == durationType:
		return func(s string) (reflect.Value, error) {
			d, err := time.ParseDuration(s)
			if err != nil {
				err = fmt.Errorf("%q is no time", s)
			}
			return reflect.ValueOf(d), err
		}
	case t.Kind() == reflect.String:
		return func(s string) (reflect.Value, error) { return reflect.ValueOf(s).Convert(t), nil }
	case t.Kind() == reflect.Bool:
		return func(s string) (reflect.Value, error) { return reflect.ValueOf(s != "").Convert(t), nil }
	case t.Kind() == reflect.Int:
		return func(s string) (reflect.Value, error) {
			n, err := strconv.Atoi(strings.TrimRight(s, "dhnrst")) // 1st, 2nd, 3rd, 4th
			if err != nil {
				err = fmt.Errorf("reading a number: %w", err)
			}
			return reflect.ValueOf(n).Convert(t), err
		}
	}
	return nil
}
