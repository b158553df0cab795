package packed

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"sync"
	"time"
)

// texts are those of a block so far. Those of records come again, or differ from an
// earlier one of the same length in an id or a counter: both are told by what is known.
type texts struct {
	all      []string
	ofLength map[int]string // the last one
}

func (t *texts) add(s string) {
	t.all = append(t.all, s)
	t.ofLength[len(s)] = s
}

// writer writes the values of a block: numbers as varints, what has a length with that
// before it, fields in their order.
type writer struct {
	out     []byte
	known   texts
	numbers map[string]int // of known texts
	second  int64          // of the last time
}

func newWriter() writer {
	return writer{known: texts{ofLength: map[int]string{}}, numbers: map[string]int{}}
}

// clear begins another block, in the same memory.
func (w *writer) clear() {
	clear(w.known.all) // it would keep the texts
	clear(w.known.ofLength)
	clear(w.numbers)
	w.out, w.known.all, w.second = w.out[:0], w.known.all[:0], 0
}

func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = binary.AppendVarint(w.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(v.Uint())
	case reflect.Bool:
		w.flag(v.Bool())
	case reflect.Struct:
		w.structure(v)
	case reflect.Pointer:
		if w.flag(!v.IsNil()); !v.IsNil() {
			w.value(v.Elem())
		}
	case reflect.Slice:
		w.number(uint64(v.Len()))
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Map:
		w.number(uint64(v.Len()))
		for pair := v.MapRange(); pair.Next(); {
			w.value(pair.Key())
			w.value(pair.Value())
		}
	default:
		panic(fmt.Sprintf("packed: a %s cannot be kept", v.Type()))
	}
}

func (w *writer) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *writer) flag(on bool) {
	if on {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *writer) structure(v reflect.Value) {
	if at, ok := reflect.TypeAssert[time.Time](v); ok {
		w.out = binary.AppendVarint(w.out, at.Unix()-w.second)
		w.number(uint64(at.Nanosecond()))
		w.second = at.Unix()
		return
	}
	for _, i := range fieldsOf(v.Type()) {
		w.value(v.Field(i))
	}
}

// text writes 0 for the empty text, an odd number for a known one, and else its length,
// how much of it is like the last one of that length at the beginning and at the end, and
// what is between.
func (w *writer) text(s string) {
	if s == "" {
		w.number(0)
		return
	}
	if n, known := w.numbers[s]; known {
		w.number(uint64(n)<<1 | 1)
		return
	}
	w.number(uint64(len(s)) << 1)
	like := w.known.ofLength[len(s)]
	begin, end := 0, 0
	for begin < len(like) && like[begin] == s[begin] {
		begin++
	}
	for end < len(like)-begin && like[len(s)-1-end] == s[len(s)-1-end] {
		end++
	}
	w.number(uint64(begin))
	w.number(uint64(end))
	w.out = append(w.out, s[begin:len(s)-end]...)
	w.numbers[s] = len(w.known.all)
	w.known.add(s)
}

// reader reads what a writer has written.
type reader struct {
	in     []byte
	known  texts
	second int64
}

func newReader(in []byte) reader { return reader{in: in, known: texts{ofLength: map[int]string{}}} }

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(r.text())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.signed())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.number())
	case reflect.Bool:
		v.SetBool(r.number() == 1)
	case reflect.Struct:
		r.structure(v)
	case reflect.Pointer:
		if r.number() == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Slice:
		if n := int(r.number()); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				r.value(v.Index(i))
			}
		}
	case reflect.Map:
		if n := int(r.number()); n > 0 {
			r.pairs(v, n)
		}
	}
}

func (r *reader) pairs(v reflect.Value, n int) {
	v.Set(reflect.MakeMapWithSize(v.Type(), n))
	for range n {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		r.value(key)
		r.value(value)
		v.SetMapIndex(key, value)
	}
}

func (r *reader) structure(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		r.second += r.signed()
		if at := time.Unix(r.second, int64(r.number())); !at.IsZero() {
			v.Set(reflect.ValueOf(at))
		}
		return
	}
	for _, i := range fieldsOf(v.Type()) {
		r.value(v.Field(i))
	}
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.in)
	r.in = r.in[size:]
	return n
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.in)
	r.in = r.in[size:]
	return n
}

func (r *reader) text() string {
	n := r.number()
	switch {
	case n == 0:
		return ""
	case n&1 == 1:
		return r.known.all[n>>1]
	}
	size := int(n >> 1)
	like := r.known.ofLength[size]
	begin, end := int(r.number()), int(r.number())
	between := r.in[:size-begin-end]
	r.in = r.in[len(between):]
	s := like[:begin] + string(between) + like[len(like)-end:]
	r.known.add(s)
	return s
}

// fieldsOf are the numbers of the fields of a type that are kept.
func fieldsOf(t reflect.Type) []int {
	if known, ok := kept.Load(t); ok {
		return known.([]int)
	}
	fields := []int{}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Type.Kind() != reflect.Func {
			fields = append(fields, i)
		}
	}
	kept.Store(t, fields)
	return fields
}

var kept sync.Map // reflect.Type: []int
