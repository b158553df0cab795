package agenttools

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Filter selects among the tools of a server. The zero value selects all.
type Filter struct {
	// Allowed are the only tools that pass; nil lets all pass, empty lets none.
	Allowed []string
	// Blocked do not pass, allowed or not (S-OAI-25).
	Blocked []string
	// Dynamic decides about each of the rest; nil lets all pass.
	Dynamic Dynamic
}

// Dynamic decides whether one agent may see one tool in one run. An error or a
// panic excludes the tool (OAI-68, A-O7). The tool is a copy.
type Dynamic func(ctx context.Context, who FilterContext, tool protocol.Tool) (bool, error)

// FilterContext is for whom tools are listed. Run and Agent may be nil for a
// filter that is not dynamic.
type FilterContext struct {
	Run    *Run
	Agent  *Agent
	Server string
}

// ErrFilterContext says that a dynamic filter was asked without saying for whom
// (OAI-67).
var ErrFilterContext = errors.New("run_context and agent are required for dynamic tool filtering")

// FilterError is the failure of a dynamic filter for one tool.
type FilterError struct {
	Server, Tool string
	Err          error
}

// Error is the documented text.
func (e *FilterError) Error() string {
	return fmt.Sprintf("Error applying tool filter to tool '%s' on server '%s': %s", e.Tool, e.Server, e.Err)
}

// Apply returns copies of the tools that pass, in their order, and the failures
// of the dynamic filter. tools stays as it is (OAI-60). It fails with
// [ErrFilterContext], or with the cause of an ended ctx.
func (f Filter) Apply(ctx context.Context, who FilterContext, tools []protocol.Tool) (kept []protocol.Tool, failed []*FilterError, err error) {
	if f.Dynamic != nil && (who.Run == nil || who.Agent == nil) {
		return nil, nil, ErrFilterContext
	}
	kept = []protocol.Tool{}
	for _, tool := range tools {
		if !f.static(tool.Name) {
			continue
		}
		pass, err := f.dynamic(ctx, who, tool)
		if cause := context.Cause(ctx); cause != nil {
			return nil, nil, cause
		}
		if err != nil {
			failed = append(failed, &FilterError{who.Server, tool.Name, err})
		}
		if pass && err == nil {
			kept = append(kept, Clone(tool))
		}
	}
	return kept, failed, nil
}

func (f Filter) static(name string) bool {
	return (f.Allowed == nil || slices.Contains(f.Allowed, name)) && !slices.Contains(f.Blocked, name)
}

func (f Filter) dynamic(ctx context.Context, who FilterContext, tool protocol.Tool) (pass bool, err error) {
	if f.Dynamic == nil {
		return true, nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return f.Dynamic(ctx, who, Clone(tool))
}
