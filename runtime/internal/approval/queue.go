package approval

import (
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Question is what a user decides about, without any value that could be secret
// (S-QWEN-16).
type Question struct {
	Name      string
	Transport settings.Transport
	// Source is the file that the server came with, as people call it.
	Source string
	// Env and Headers are names only, sorted.
	Env, Headers []string
}

// Queue are the questions to ask, one after the other, each server once
// (QWEN-75, QWEN-76). It is made anew from the servers and decisions of the
// moment, so that who was removed or decided about is not in it (A-Q25). m should
// hold only servers that could connect otherwise (A-Q12).
func (r Records) Queue(m settings.Map) []Question {
	var queue []Question
	for _, e := range r.promptable(m) {
		queue = append(queue, ask(e))
	}
	return queue
}

func ask(e settings.Entry) Question {
	source := settings.WorkspaceFile
	if e.Scope == settings.Project {
		source = settings.ProjectFile
	}
	return Question{
		Name: e.Name, Transport: e.Transport(), Source: source,
		Env: names(e.Definition["env"]), Headers: names(e.Definition["headers"]),
	}
}

func names(v any) []string {
	object, _ := v.(map[string]any)
	return slices.Sorted(maps.Keys(object))
}
