package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// whole compares results of the loader: errors by identity.
var whole = cmp.Options{
	cmpopts.EquateErrors(),
	cmpopts.EquateEmpty(),
}

// OMP-LC-20: the result after a failed discovery, as a whole.
func TestFailedDiscovery(t *testing.T) {
	failure := errors.New("mcp.json:1:1: not JSON")
	s := &surroundings{failure: failure}
	s.configure("docs")
	s.found.ExaKeys = []string{"key-1"}
	loaded := s.loader().Load(t.Context())
	assert.DeepEqual(t, loaded, session.Loaded{
		Errors: []session.LoadError{{Path: ".mcp.json", Err: failure}},
	}, whole)
	assert.Equal(t, len(s.managers[0].Servers()), 0)
}

func TestPartialSuccess(t *testing.T) {
	s := &surroundings{}
	s.configure("docs", "bad")
	s.found.Configs[0].Source.ProviderName = "Claude Code"
	s.found.ExaKeys = []string{"key-1"}
	loaded := s.loader().Load(t.Context())
	defer s.managers[0].StopAll()
	view := s.managers[0].Tools()
	assert.DeepEqual(t, loaded, session.Loaded{
		Tools: []session.LoadedTool{
			{Path: "mcp:docs via Claude Code", ResolvedPath: "mcp:mcp__docs_docs", Tool: view[0]},
			{Path: "mcp:docs via Claude Code", ResolvedPath: "mcp:mcp__docs_echo", Tool: view[1]},
		},
		Errors:    []session.LoadError{{Path: "mcp:bad", Server: "bad", Err: errBad}},
		Connected: []string{"docs"},
		ExaKeys:   []string{"key-1"},
	}, whole)
}

func TestDiscoveryIsAskedAsTheLoaderIs(t *testing.T) {
	s := &surroundings{}
	project := false
	l := s.loader()
	l.DiscoverOptions = session.DiscoverOptions{EnableProjectConfig: &project, FilterBrowser: true}
	l.Load(t.Context())
	assert.DeepEqual(t, s.asked, []session.DiscoverOptions{{EnableProjectConfig: &project, FilterBrowser: true}})
}

func TestWhatDiscoveryIgnoredIsLogged(t *testing.T) {
	s := &surroundings{}
	s.configure("docs")
	s.found.Problems = []config.Problem{{File: "mcp.json", Line: 2, Column: 3, Server: "docs", Text: "unknown key"}}
	loaded := s.loader().Load(t.Context())
	defer s.managers[0].StopAll()
	assert.DeepEqual(t, s.logged(), []string{`docs: mcp.json:2:3: server "docs": unknown key: `})
	assert.Equal(t, len(loaded.Errors), 0)
}

func TestKeysDoNotShow(t *testing.T) {
	loaded := session.Loaded{ExaKeys: session.Keys{"key-1"}}
	encoded, err := json.Marshal(loaded)
	assert.NilError(t, err)
	for _, text := range []string{fmt.Sprintf("%v %+v %#v", loaded, loaded, loaded), string(encoded), loaded.ExaKeys.LogValue().String()} {
		assert.Check(t, !strings.Contains(text, "key-1"), text)
	}
}

func TestNobodyNeedsToListen(t *testing.T) {
	s := &surroundings{}
	s.configure("docs")
	l := s.loader()
	l.Events = nil
	loaded := l.Load(context.Background())
	s.managers[0].StopAll()
	assert.DeepEqual(t, loaded.Connected, []string{"docs"})
	assert.Equal(t, loaded.Tools[0].Tool.Name, toolbridge.Prefix+"docs_docs")
}
