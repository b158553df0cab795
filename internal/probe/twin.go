package probe

import "slices"

// leftTwin is a subscription that stays open when another one with its filter ends.
type leftTwin struct {
	c     *Conn
	sub   *Subscription
	lists map[string]string // what they were when the other one ended
	told  []Frame           // what had come by then
}

// leftAlone notes how things are before the other one ends; nil = there is no twin, or it was told
// of nothing. Then it is ended.
func (c *Conn) leftAlone(twin *Subscription, survey *Survey) *leftTwin {
	if twin == nil {
		return nil
	}
	l := &leftTwin{c: c, sub: twin, lists: map[string]string{}, told: twin.Frames()}
	if twin.Over() || !slices.ContainsFunc(l.told, func(f Frame) bool { return f.IsNotification() && !IsAcknowledgement(f) }) {
		_ = twin.End() // it may have ended
		return nil
	}
	survey.lists(c, l.lists)
	return l
}

// silenced is what the twin was told of before, and is not any more, though it has changed
// again; "" = nothing. The twin is ended.
func (l *leftTwin) silenced(survey *Survey, uris []string, before map[string]string) string {
	if l == nil {
		return ""
	}
	defer l.sub.End() //nolint:errcheck // it may have ended
	now := map[string]string{}
	survey.lists(l.c, now)
	after := l.sub.Frames()[len(l.told):]
	for _, list := range Lists() {
		method := "notifications/" + list.Capability + "/list_changed"
		tells := func(f Frame) bool { return f.Method() == method }
		changed := now[list.Method] != "" && l.lists[list.Method] != now[list.Method] && !list.Optional()
		if changed && slices.ContainsFunc(l.told, tells) && !slices.ContainsFunc(after, tells) {
			return list.Method
		}
	}
	told, again := Updated(l.told), Updated(after)
	for _, uri := range differing(uris, before, l.c.contents(uris)) {
		if len(told) > 0 && Told(told, uri) && (len(again) == 0 || !Told(again, uri)) {
			return uri
		}
	}
	return ""
}
