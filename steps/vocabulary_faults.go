package steps

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// FaultHelp lists the faults of links as scenarios name them, one per line with
// the values it takes.
func FaultHelp() string {
	var b strings.Builder
	for _, kind := range faultKinds() {
		var values []string
		for _, f := range settable(reflect.New(reflect.TypeOf(faults[kind])).Elem()) {
			values = append(values, f.name+" "+unit(f.value.Type()))
		}
		line := fmt.Sprintf("  %-18s %s", kind, strings.Join(values, ", "))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// unit says what a value of a fault is written as.
func unit(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "TIME"
	case t.Kind() == reflect.Float64:
		return "0..1"
	}
	return "N"
}
