package hotreload

import (
	"errors"
	"testing"

	"github.com/fsnotify/fsnotify"
	"gotest.tools/v3/assert"
)

func TestForward(t *testing.T) {
	for name, c := range map[string]struct {
		event fsnotify.Event
		want  []string
	}{
		"a file is written":                    {fsnotify.Event{Name: "/d/f", Op: fsnotify.Write}, []string{"f"}},
		"a file goes":                          {fsnotify.Event{Name: "/d/f", Op: fsnotify.Remove}, []string{"f"}},
		"a file is renamed":                    {fsnotify.Event{Name: "/d/f", Op: fsnotify.Rename}, []string{"f"}},
		"a file gets other rights":             {fsnotify.Event{Name: "/d/f", Op: fsnotify.Chmod}, nil},
		"a file is made and gets other rights": {fsnotify.Event{Name: "/d/f", Op: fsnotify.Create | fsnotify.Chmod}, []string{"f"}},
		"the directory goes":                   {fsnotify.Event{Name: "/d", Op: fsnotify.Remove}, []string{""}},
		"the directory is renamed":             {fsnotify.Event{Name: "/d", Op: fsnotify.Rename}, []string{""}},
		"the directory gets other rights":      {fsnotify.Event{Name: "/d", Op: fsnotify.Chmod}, nil},
		"the directory changes":                {fsnotify.Event{Name: "/d", Op: fsnotify.Write}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := &fsnotify.Watcher{Events: make(chan fsnotify.Event, 1), Errors: make(chan error)}
			close(w.Errors)
			w.Events <- c.event
			close(w.Events)
			var told []string
			forward(w, "/d", func(name string) { told = append(told, name) })
			assert.DeepEqual(t, told, c.want)
		})
	}
}

func TestLostEventsAreAChangeOfEverything(t *testing.T) {
	w := &fsnotify.Watcher{Events: make(chan fsnotify.Event), Errors: make(chan error)}
	var told []string
	done := make(chan struct{})
	go func() {
		defer close(done)
		forward(w, "/d", func(name string) { told = append(told, name) })
	}()
	w.Errors <- fsnotify.ErrEventOverflow
	w.Errors <- errors.New("something else")
	close(w.Events)
	<-done
	assert.DeepEqual(t, told, []string{Everything, Everything})
}
