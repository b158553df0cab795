package probe

// Logging is a call of the survey whose tool sends log messages if the level debug is asked
// for; nil = there is none. It is looked for once, on a connection of its own.
func (b *Bench) Logging(s *Survey) (*Trial, error) {
	return b.ledger.logging.get(b, func() (*Trial, error) {
		c, err := b.OwnSession()
		if err != nil {
			return nil, err
		}
		defer b.Retire(c)
		level := `"debug"`
		c.MetaEdits = map[string]*string{MetaLogLevel: &level}
		begun := b.Target.Clock.Now()
		for _, t := range s.Trials {
			if t.Result() == nil || b.Since(begun) > surveyTime || !c.Alive() {
				continue
			}
			before := c.Size()
			if _, err := c.Call("tools/call", CallOf(t.Tool, t.Arguments, "")); err != nil {
				continue
			}
			for _, f := range c.From(before) {
				if f.Method() == "notifications/message" {
					return t, nil
				}
			}
		}
		return nil, nil
	})
}
