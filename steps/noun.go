package steps

// noun is embedded by the types that keep the state of the steps about one thing.
// They share the world. One that has a method close is closed after its scenario.
type noun struct{ *World }

func (n *noun) enter(w *World) { n.World = w }

// nounOf is the noun of a type in a scenario; it is made when first needed.
func nounOf[T any, P interface {
	*T
	enter(*World)
}](w *World) P {
	for _, n := range w.nouns {
		if found, ok := n.(P); ok {
			return found
		}
	}
	made := P(new(T))
	made.enter(w)
	w.nouns = append(w.nouns, made)
	return made
}

// closeNouns ends what steps have started, oldest first. Further calls do nothing.
func (w *World) closeNouns() {
	if w.ended {
		return
	}
	w.ended = true
	for _, n := range w.nouns {
		if c, ok := n.(interface{ close() }); ok {
			c.close()
		}
	}
}
