package vtime

// Wall starts a scheduler on the machine's clock, outside any bubble: events fire in their
// order, when they are due or as soon after that as the machine can. stop ends it and waits
// for the event that is firing; later ones are lost.
func Wall(seed Seed) (s *Sim, stop func()) {
	s = newSim(Config{Seed: seed})
	s.wall = true
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.run()
	}()
	return s, func() {
		s.Fail(errStopped)
		<-ended
	}
}
