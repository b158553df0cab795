package host

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// Discoverer finds the servers of a session in the files that a person has
// (package discovery). The session's switches replace those of o, which says
// where to look. The files are read anew each time. What was left out and what
// is wrong with the files goes to report; nil: nobody is told.
func Discoverer(o discovery.Options, report func(*discovery.Result)) session.Discoverer {
	return session.DiscoverFunc(func(ctx context.Context, asked session.DiscoverOptions) (session.Discovered, error) {
		o := o
		o.EnableProjectConfig, o.FilterExa, o.FilterBrowser = asked.EnableProjectConfig, asked.FilterExa, asked.FilterBrowser
		found, err := discovery.Load(ctx, o)
		if err != nil {
			return session.Discovered{}, err
		}
		if report != nil {
			report(found)
		}
		return session.Discovered{Configs: found.Configs, ExaKeys: found.ExaKeys}, nil
	})
}
