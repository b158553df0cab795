// Package junit writes JUnit XML, the format of test results that CI systems read.
// It knows nothing of what was tested.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Suites is a document with several suites. [Suites.Add] keeps its sums.
type Suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     Seconds  `xml:"time,attr"`
	Suites   []*Suite
}

// Suite is a list of test cases, and a document if it stands alone. [Suite.Add]
// keeps its sums.
type Suite struct {
	XMLName   xml.Name `xml:"testsuite"`
	Name      string   `xml:"name,attr"`
	File      string   `xml:"file,attr,omitempty"`
	Tests     int      `xml:"tests,attr"`
	Failures  int      `xml:"failures,attr"`
	Skipped   int      `xml:"skipped,attr"`
	Time      Seconds  `xml:"time,attr"`
	Timestamp string   `xml:"timestamp,attr,omitempty"` // without a zone: UTC
	Cases     []Case   `xml:"testcase"`
}

// Case is one test. Without Failure and Skipped it has passed.
type Case struct {
	Name       string      `xml:"name,attr"`
	Class      string      `xml:"classname,attr"`
	Time       Seconds     `xml:"time,attr"`
	Properties *Properties `xml:"properties"` // nil = none
	Failure    *Message    `xml:"failure"`
	Skipped    *Message    `xml:"skipped"`
	Out        string      `xml:"system-out,omitempty"`
}

// Properties are the properties of a case, of which there is at least one.
type Properties struct {
	All []Property `xml:"property"`
}

// Property is a fact about a case that JUnit has no place for.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Message says in one line, and then in full, why a case did not pass.
type Message struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Seconds is a duration that XML has as seconds with six decimals.
type Seconds time.Duration

// MarshalText implements [encoding.TextMarshaler].
func (s Seconds) MarshalText() ([]byte, error) {
	return []byte(s.String()), nil
}

// String is the duration as XML has it.
func (s Seconds) String() string {
	return strconv.FormatFloat(time.Duration(s).Seconds(), 'f', 6, 64)
}

// Property adds a property.
func (c *Case) Property(name, value string) {
	if c.Properties == nil {
		c.Properties = &Properties{}
	}
	c.Properties.All = append(c.Properties.All, Property{name, value})
}

// Add appends a case and counts it.
func (s *Suite) Add(c Case) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	s.Time += c.Time
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// Add appends a suite and counts its cases.
func (all *Suites) Add(s *Suite) {
	all.Suites = append(all.Suites, s)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Skipped += s.Skipped
	all.Time += s.Time
}

// Write writes a document: [Suites] or a [Suite].
func Write(w io.Writer, document any) error {
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	_, err := io.WriteString(w, xml.Header)
	if err == nil {
		err = enc.Encode(document)
	}
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	if err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	return nil
}
