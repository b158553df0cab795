package specimen_test

import (
	"net/http"
	"sync"
)

// gather collects the answers to a batch and passes them on when all are there.
func gather(all list, take func(object, func(object)), done func(list)) {
	var mu sync.Mutex
	answers, missing := list{}, 0
	for _, m := range all {
		if msg, ok := m.(object); ok && kindOf(msg) == request {
			missing++
		}
	}
	if missing == 0 {
		defer done(nil)
	}
	for _, m := range all {
		msg, ok := m.(object)
		if !ok {
			continue
		}
		take(msg, func(answer object) {
			mu.Lock()
			answers = append(answers, answer)
			all := len(answers) == missing
			mu.Unlock()
			if all {
				done(answers)
			}
		})
	}
}

// batch serves an array of messages, where there are batches.
func (v *server) batch(w http.ResponseWriter, r *http.Request, all list) {
	s := v.session(w, r, nil)
	if s == nil || !v.version(w, r, nil) {
		return
	}
	if !s.batches(s) || len(all) == 0 {
		v.reject(w, "batch", nil, refuse(-32600, "Batches are not supported"))
		return
	}
	answers := make(chan list, 1)
	gather(all, func(msg object, answered func(object)) {
		if msg["method"] == "initialize" && !v.batchInit {
			answered(failure(msg["id"], refuse(-32600, "initialize in a batch")))
			return
		}
		switch kindOf(msg) {
		case notification:
			s.note(msg)
		case response:
			s.resolve(msg)
		case request:
			c := s.begin(msg, func(m object) {
				if _, ok := m["method"]; !ok {
					answered(m)
				}
			})
			go c.serve()
		}
	}, func(l list) { answers <- l })
	var l list
	select {
	case l = <-answers:
	case <-r.Context().Done():
		return
	}
	if l == nil {
		w.WriteHeader(v.http.status["notification"])
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(v.encode(l))
}
