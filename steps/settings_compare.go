package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"strings"
)

func settingsCompareSteps() []Step {
	return gherkin.Noun("settings", []Step{
		{Keyword: When, Pattern: `the definitions (\{.*\}|absent) and (\{.*\}|absent) are compared`,
			Manual:  "compares two maps of servers as the runtime does, each an object as under mcpServers or absent",
			Example: `the definitions {} and absent are compared`, Func: (*workspace).compareServers},
		{Keyword: When, Pattern: `the lists (\{.*\}) and (\{.*\}) are compared`,
			Manual:  "compares who may connect as the runtime does; keys allowed, excluded and pending, each a list or absent",
			Example: `the lists {"allowed": []} and {} are compared`, Func: (*workspace).compareLists},
		{Keyword: Then, Pattern: `they are (equal|different)`, Manual: "says what the last comparison found, in both directions",
			Example: `they are equal`, Func: (*workspace).checkCompared},
		{Keyword: Then, Pattern: `the settings dialog (shows|does not show) "([^"]+)"`,
			Manual:  "looks up whether a setting, by its path, can be changed in the dialog",
			Example: `the settings dialog does not show "mcp.allowed"`, Func: (*World).checkDialog},
	})
}

// comparison is what came of the last one: there and back.
type comparison struct{ there, back bool }

func (n *workspace) compareServers(one, other string) error {
	a, err := parseServers(one)
	if err != nil {
		return err
	}
	b, err := parseServers(other)
	n.compared = &comparison{host.SettingsEqual(a, b), host.SettingsEqual(b, a)}
	return err
}

// parseServers is what a settings file with these servers says.
func parseServers(text string) (host.SettingsMap, error) {
	if text == "absent" {
		return nil, nil
	}
	file, err := host.ParseSettings("settings.json", []byte(`{"mcpServers": `+text+`}`))
	if err == nil && len(file.Problems) > 0 {
		err = fmt.Errorf("%s: %s", text, file.Problems[0])
	}
	return file.Servers, err
}

func (n *workspace) compareLists(one, other string) error {
	a, err := parseLists(one)
	if err != nil {
		return err
	}
	b, err := parseLists(other)
	n.compared = &comparison{a.Equal(b), b.Equal(a)}
	return err
}

func parseLists(text string) (host.Gating, error) {
	var lists struct{ Allowed, Excluded, Pending []string }
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&lists)
	return host.Gating{Allowed: lists.Allowed, Excluded: lists.Excluded, Pending: lists.Pending}, err
}

func (n *workspace) checkCompared(want string) error {
	c := n.compared
	if c == nil {
		return errors.New("nothing was compared")
	}
	if c.there != c.back {
		return errors.New("the result depends on which is named first")
	}
	return same("whether they are equal", c.there, want == "equal")
}

func (w *World) checkDialog(does, path string) error {
	key, known := host.SettingsClassify(strings.Split(path, "."))
	if !known || key.Path.String() != path {
		return fmt.Errorf("the schema does not know %q", path)
	}
	return same("whether the dialog shows "+path, key.ShowInDialog, does == "shows")
}
