package probe

import "github.com/mcpsim/mcpsim/internal/schema"

// CheckDialect judges a schema in the dialect that it names, 2020-12 if none. Which
// patterns are right in JavaScript's dialect is not judged. The error is a
// *[schema.Fault], a *[schema.LimitError] or [schema.ErrForeign].
func CheckDialect(text []byte) error {
	_, err := schema.Compile(text, schema.Options{Patterns: schema.Unread})
	return err
}
