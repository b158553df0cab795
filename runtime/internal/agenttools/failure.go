package agenttools

import (
	"context"
)

// Failure says what becomes of a failed call. The zero value is unset: the agent
// or the default decides then.
type Failure struct {
	set     bool
	convert ErrorFunc
}

// ErrorFunc turns a failure into text that a model reads.
type ErrorFunc func(ctx context.Context, err error) string

// Propagate has failures stay errors: the explicit None (OAI-57).
func Propagate() Failure { return Failure{set: true} }

// ConvertWith has failures become what f says; a nil f is [Propagate].
func ConvertWith(f ErrorFunc) Failure { return Failure{set: true, convert: f} }

// Or is f if it is set, else next (OAI-56).
func (f Failure) Or(next Failure) Failure {
	if f.set {
		return f
	}
	return next
}

// DefaultText is the text of a failure for which neither the server nor the agent
// has one of its own (S-OAI-31).
func DefaultText(_ context.Context, err error) string {
	return "An error occurred while running the tool. Please try again. Error: " + err.Error()
}

// Output is what a failed call gives: text for the model, or an error. When ctx
// has ended its cause is the error, whatever f says: the cancellation of a run
// never becomes output (OAI-58).
func (f Failure) Output(ctx context.Context, err error) (string, error) {
	f = f.Or(ConvertWith(DefaultText))
	if cause := context.Cause(ctx); cause != nil {
		return "", cause
	}
	if f.convert == nil {
		return "", err
	}
	return f.convert(ctx, err), nil
}
