package steps

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func checkDetail(ws *host.Workspace, server string, t *gherkin.Table) error {
	d, known := ws.Detail(server)
	if !known {
		return fmt.Errorf("there is no detail of server %q", server)
	}
	var tools, leftOut []string
	for _, tool := range d.Tools {
		tools = append(tools, tool.Name)
	}
	for _, tool := range d.LeftOut {
		leftOut = append(leftOut, tool.Name+": "+tool.Reason)
	}
	all := map[string]string{
		"text": d.Text, "style": string(d.Style), "reason": d.Reason, "advice": d.Advice, "source": d.Source, "place": d.Place,
		"transport": d.Transport, "config": d.Config, "error": d.Error, "tools": strings.Join(tools, ", "),
		"left out": strings.Join(leftOut, ", "), "prompts": strings.Join(d.Prompts, ", "), "resources": strings.Join(d.Resources, ", "),
	}
	want, err := rows(t, "what", "value")
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, row := range want {
		value, known := all[row["what"]]
		if !known {
			return fmt.Errorf("the detail of a server has no %q", row["what"])
		}
		got = append(got, map[string]string{"what": row["what"], "value": value})
	}
	return sameTable("the detail of server "+server, t, got, "what", "value")
}

func checkNoDetail(ws *host.Workspace, server string) error {
	_, known := ws.Detail(server)
	return same("whether there is a detail of server "+server, known, false)
}

func checkMissing(ws *host.Workspace, t *gherkin.Table) error {
	var got []map[string]string
	for _, m := range ws.Missing() {
		got = append(got, map[string]string{"name": m.Name, "reason": m.Reason})
	}
	return sameTable("the servers that are missing", t, got, "name", "reason")
}
