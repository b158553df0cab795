package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/yamldoc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// agentsFile is what a session of the agents profile runs from, YAML or JSON.
// docs/session.md shows its shape.
type agentsFile struct {
	Manager managerOptions `yaml:"manager"`
	Agent   agentOptions   `yaml:"agent"`
	Servers []agentServer  `yaml:"servers"`
	Do      []string       `yaml:"do"` // words
}

// managerOptions are those of the manager; what is not set is as documented.
type managerOptions struct {
	Strict            *bool     `yaml:"strict"`
	DropFailed        *bool     `yaml:"drop_failed"`
	SuppressCancelled *bool     `yaml:"suppress_cancelled"`
	Parallel          *bool     `yaml:"parallel"`
	ConnectTimeout    *duration `yaml:"connect_timeout"`
	CleanupTimeout    *duration `yaml:"cleanup_timeout"`
}

func (o managerOptions) policy(p host.AgentManagerPolicy) host.AgentManagerPolicy {
	set(&p.Strict, o.Strict)
	set(&p.DropFailed, o.DropFailed)
	set(&p.SuppressCancelled, o.SuppressCancelled)
	set(&p.Parallel, o.Parallel)
	set(&p.ConnectTimeout, (*time.Duration)(o.ConnectTimeout))
	set(&p.CleanupTimeout, (*time.Duration)(o.CleanupTimeout))
	return p
}

// set replaces a value if there is another.
func set[T any](value, by *T) {
	if by != nil {
		*value = *by
	}
}

// agentOptions are who uses the functions.
type agentOptions struct {
	Name          string   `yaml:"name"`
	StrictSchemas bool     `yaml:"strict_schemas"`
	PrefixNames   bool     `yaml:"prefix_names"`
	Reserved      []string `yaml:"reserved"`
}

func (o agentOptions) agent() *host.Agent {
	return &host.Agent{Name: o.Name, StrictSchemas: o.StrictSchemas, PrefixNames: o.PrefixNames, Reserved: o.Reserved}
}

// agentServer is one server.
type agentServer struct {
	Name    string            `yaml:"name"`
	Type    string            `yaml:"type"` // stdio, http, sse or ws; without it what command or url mean
	Command string            `yaml:"command"`
	Args    []string          `yaml:"args"`
	Env     map[string]string `yaml:"env"`
	Cwd     string            `yaml:"cwd"`
	URL     string            `yaml:"url"`
	Headers map[string]string `yaml:"headers"`
	Timeout *duration         `yaml:"timeout"`
	Retry   struct {
		Attempts int      `yaml:"attempts"`
		Base     duration `yaml:"base"`
	} `yaml:"retry"`
	CacheTools bool     `yaml:"cache_tools"`
	Structured bool     `yaml:"structured"`
	Allowed    []string `yaml:"allowed_tools"`
	Blocked    []string `yaml:"blocked_tools"`
	Failure    string   `yaml:"failure"` // propagate: the error of a call is one; else a text for the model
	Approval   any      `yaml:"approval"`
}

// config is the definition of the server.
func (s agentServer) config() config.Server {
	kind := s.Type
	if kind == "" && s.URL != "" {
		kind = config.HTTP
	}
	return config.Server{
		Name: s.Name, Type: kind, Command: s.Command, Args: s.Args, Env: s.Env, Cwd: s.Cwd,
		URL: s.URL, Headers: s.Headers, Timeout: (*time.Duration)(s.Timeout),
	}
}

// duration is a time as Go writes it.
type duration time.Duration

// UnmarshalYAML reads "1.5s" and the like.
func (d *duration) UnmarshalYAML(text []byte) error {
	var written string
	if err := yamldoc.Decode(text, &written, false); err != nil {
		return err
	}
	value, err := time.ParseDuration(written)
	if err != nil || value < 0 {
		return fmt.Errorf("%s: want a duration, such as 500ms or 10s", written)
	}
	*d = duration(value)
	return nil
}

// readAgentsFile reads a file. An unknown key is an error with its place.
func readAgentsFile(ctx context.Context, name string) (agentsFile, error) {
	var file agentsFile
	data, err := infile.Read(ctx, name, yamldoc.MaxBytes)
	if err != nil {
		return file, fmt.Errorf("--config: %w", err)
	}
	if err := yamldoc.Decode(data, &file, true); err != nil {
		return file, fmt.Errorf("%s: %w", name, err)
	}
	names := map[string]bool{}
	for i, s := range file.Servers {
		switch {
		case s.Name == "":
			return file, fmt.Errorf("%s: server %d has no name", name, i+1)
		case names[s.Name]:
			return file, fmt.Errorf("%s: two servers have the name %q", name, s.Name)
		}
		names[s.Name] = true
	}
	if len(file.Servers) == 0 {
		return file, fmt.Errorf("%s: no servers", name)
	}
	return file, nil
}

// settings are the servers as the runtime takes them.
func (f agentsFile) settings() ([]*host.AgentServerSettings, error) {
	var out []*host.AgentServerSettings
	for _, s := range f.Servers {
		settings, err := s.settings()
		if err != nil {
			return nil, fmt.Errorf("server %q: %w", s.Name, err)
		}
		out = append(out, settings)
	}
	return out, nil
}

func (s agentServer) settings() (*host.AgentServerSettings, error) {
	out := &host.AgentServerSettings{
		Config: s.config(), CacheTools: s.CacheTools, Structured: s.Structured,
		Filter: host.AgentFilter{Allowed: s.Allowed, Blocked: s.Blocked},
	}
	out.Retry.Attempts, out.Retry.Base = s.Retry.Attempts, time.Duration(s.Retry.Base)
	if err := config.Validate(out.Config); err != nil {
		return nil, err
	}
	switch s.Failure {
	case "":
	case "propagate":
		out.Failure = host.PropagateAgentFailure()
	default:
		return nil, errors.New("failure: want propagate, or nothing for a text that the model reads")
	}
	if s.Approval != nil {
		raw, err := json.Marshal(s.Approval)
		if err != nil {
			return nil, err
		}
		if out.Approval, err = host.ParseAgentApproval(raw); err != nil {
			return nil, err
		}
	}
	return out, nil
}
