package netem

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// word is a fault that people can name, and what it does.
type word struct {
	zero Fault
	what string
}

// vocabulary are the faults that people can name, in the order of their names. A field
// of each is set by its name in lower case, the first one by position.
var vocabulary = []word{
	{Bandwidth{}, "carries so many bytes per second; connecting is not slowed"},
	{Blackhole{}, "new connections get no answer; open ones go on (for those: stall)"},
	{Buffer{}, "bytes wait until so many have come together, for so long, or until the end"},
	{Corrupt{}, "flips one bit of a write, at random"},
	{Cut{}, "ends the connection inside the message of that number, at a byte of that class"},
	{DropMessage{}, "loses whole lines"},
	{DuplicateMessage{}, "delivers lines twice"},
	{GEModel{}, "bursts of loss, seen as the delay of sending again; open and new connections"},
	{HalfClose{}, "ends one direction: its reader sees the end, its writer notices nothing"},
	{HoldMessage{}, "keeps lines until the fault is removed; others pass them"},
	{Latency{}, "everything takes longer, the end and connecting included; order is kept"},
	{LimitData{}, "closes a connection behind so many of its bytes; new ones get as many again"},
	{NoSuchHost{}, "the name of new connections does not resolve; open ones go on"},
	{Refuse{}, "new connections are refused; open ones go on"},
	{ReorderMessage{}, "lines are late, but for each n-th, which overtakes them"},
	{ResetPeer{}, "breaks open connections, and each new one, at a time or behind a byte"},
	{Slicer{}, "delivers writes in small slices"},
	{SlowAccept{}, "the server accepts new connections late; the client notices nothing"},
	{SlowClose{}, "the other end learns late that a connection was closed"},
	{Stall{}, "open and new connections stay up and carry nothing until it is removed"},
	{Truncate{}, "loses the tail of a write"},
}

// Word is a fault that people can name.
type Word struct {
	Kind   string
	What   string   // what it does, in a few words
	Values []string // that it takes, with their units: "delay TIME"
}

// Vocabulary lists the faults that [ParseFault] knows, by name.
func Vocabulary() []Word {
	var out []Word
	for _, w := range vocabulary {
		one := Word{Kind: w.zero.Kind(), What: w.what}
		for _, f := range settable(reflect.New(reflect.TypeOf(w.zero)).Elem()) {
			one.Values = append(one.Values, f.name+" "+unitOf(f.value.Type()))
		}
		out = append(out, one)
	}
	return out
}

// unitOf says what a value of a fault is written as.
func unitOf(t reflect.Type) string {
	if c, ok := reflect.Zero(t).Interface().(choice); ok {
		return strings.Join(c.choices(), "|")
	}
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "TIME"
	case t.Kind() == reflect.Float64:
		return "0..1"
	case t.Kind() == reflect.Bool:
		return "true|false"
	}
	return "N"
}

// ParseFault makes a fault from its kind and "value" or "name value" words: the fault
// latency from "20ms", "jitter", "5ms". The first value may stand without its name.
func ParseFault(kind string, words []string) (Fault, error) {
	i := slices.IndexFunc(vocabulary, func(w word) bool { return w.zero.Kind() == kind })
	if i < 0 {
		var known []string
		for _, w := range vocabulary {
			known = append(known, w.zero.Kind())
		}
		return nil, fmt.Errorf("unknown fault %q; the faults are %s", kind, strings.Join(known, ", "))
	}
	v := reflect.New(reflect.TypeOf(vocabulary[i].zero)).Elem()
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
	return v.Interface().(Fault), nil
}

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
		case reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
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
	if c, ok := v.Interface().(choice); ok {
		v.SetString(text)
		return chosen(c, text)
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		v.SetInt(int64(d))
		return notNegative(d, err)
	}
	switch v.Kind() {
	case reflect.Bool:
		yes, err := strconv.ParseBool(text)
		v.SetBool(yes)
		return err
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if x-x != 0 { // NaN and infinities
			err = strconv.ErrRange
		}
		v.SetFloat(x)
		return err
	case reflect.Uint64:
		x, err := strconv.ParseUint(text, 10, 64)
		v.SetUint(x)
		return err
	default:
		x, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(x)
		return notNegative(x, err)
	}
}

// notNegative refuses a number that no fault has a meaning for; err is why it could not be read.
func notNegative[N int64 | time.Duration](n N, err error) error {
	if err == nil && n < 0 {
		return errors.New("want 0 or more")
	}
	return err
}
