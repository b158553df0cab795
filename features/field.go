package features

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

//go:embed field.yaml
var fieldFailures []byte

// FieldFailure is a failure of clients or servers that was seen in the field.
type FieldFailure struct {
	ID    string `yaml:"id"`    // such as FF-20
	Name  string `yaml:"name"`  // in a few words, with hyphens
	Story string `yaml:"story"` // what happens, for people
	// Variants are the forms in which it was met; there is at least one.
	Variants []FieldVariant `yaml:"variants"`
	// Checks are those of clients that see the failure, if none has its id.
	Checks []string `yaml:"checks"`
	// Unseen says why no check of clients can see it.
	Unseen string `yaml:"unseen"`
}

// FieldVariant is one form of a failure, and what shows how it ends: an example of a Rule
// with the id of the failure, a Go test, or nothing yet.
type FieldVariant struct {
	What    string `yaml:"what"`    // is done, in a few words
	File    string `yaml:"file"`    // of the example, below features and without its ending
	Example string `yaml:"example"` // its name, with the values of its row
	Test    string `yaml:"test"`    // folder and name of a test, if there is no example
	Open    string `yaml:"open"`    // why there is neither
}

// FieldFailures returns all of them in the order of their ids. The slice is shared: do
// not change it. An error is a defect of the binary.
func FieldFailures() ([]FieldFailure, error) { return parsedField() }

var parsedField = listIn[FieldFailure]("field.yaml", fieldFailures)

// listIn reads a file that is a list, once.
func listIn[T any](name string, data []byte) func() ([]T, error) {
	return sync.OnceValues(func() (all []T, err error) {
		if err := yamldoc.Decode(data, &all, true); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		return all, nil
	})
}
