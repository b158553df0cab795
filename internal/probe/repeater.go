package probe

// Repeater is a tool that gives back the text of one of its arguments.
type Repeater struct{ params func(text string) string }

// Repeater is the first tool that may be called and gives a text back, of those that take
// any; nil = none does. Each is tried on the connection. The error is that of the survey.
func (b *Bench) Repeater(c *Conn) (*Repeater, error) {
	s, err := b.Survey()
	if err != nil {
		return nil, err
	}
	tried := 0
	for _, one := range s.Trials {
		with, _, ok := one.Tool.Input.Texted()
		if !ok || one.Err != nil || one.Took > echoPace || tried == echoTools {
			continue
		}
		tried++
		r := &Repeater{func(text string) string {
			arguments, _ := with(markBegin + text + markEnd)
			return CallOf(one.Tool, arguments, "")
		}}
		answer, err := c.Call("tools/call", r.Params(plainText))
		if err == nil && r.Text(answer) == plainText {
			return r, nil
		}
	}
	return nil, nil
}

// Params are the params of a tools/call with a text.
func (r *Repeater) Params(text string) string { return r.params(text) }

// Text is the text that an answer gives back; "" = none.
func (r *Repeater) Text(answer Frame) string { return between(answer) }
