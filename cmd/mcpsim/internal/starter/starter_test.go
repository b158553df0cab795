package starter

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/steps/client"
	"github.com/mcpsim/mcpsim/internal/steps/server"
)

// began is what a command line wrote to stdout, with the folder called DIR.
func began(t *testing.T, dir string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = ui.Main(ui.System{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}, args, Command)
	return code, strings.ReplaceAll(stdout.String(), dir, "DIR"), stderr.String()
}

func TestAServerToCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b")
	code, out, errs := began(t, dir, "server", "-o", dir, "--", "./my server", "--x=<y>")
	assert.Equal(t, code, 0, errs)
	assert.Check(t, is.Contains(out, "next: mcpsim validate --config 'DIR/servers.json' --baseline 'DIR/known.yaml' --features 'DIR/checks.feature'\n"))
	text, err := os.ReadFile(filepath.Join(dir, "servers.json"))
	assert.NilError(t, err)
	assert.Equal(t, string(text), "{\n  \"mcpServers\": {\n    \"mine\": {\n      \"command\": \"./my server\",\n      \"args\": [\n        \"--x=<y>\"\n      ]\n    }\n  }\n}\n")
	checks, err := server.Checks().Choose(t.Context(), judge.Choice{Features: []string{filepath.Join(dir, "checks.feature")}, Baseline: filepath.Join(dir, "known.yaml")})
	assert.NilError(t, err)
	assert.Check(t, len(checks.List()) > 1)
}

func TestAClientToCheck(t *testing.T) {
	dir := t.TempDir()
	_, out, errs := began(t, dir, "client", "-o", dir, "--", "node", "my client.mjs")
	assert.Equal(t, errs, "")
	assert.Check(t, is.Contains(out, `mcpsim client --command 'node '\''my client.mjs'\''' --baseline DIR/known.yaml`))
	kind := judge.Kind{Name: "client", Command: "mcpsim client", Features: features.Client, Source: client.Vocabulary(), Families: clientcheck.Families()}
	_, err := kind.Choose(t.Context(), judge.Choice{Features: []string{filepath.Join(dir, "checks.feature")}, Baseline: filepath.Join(dir, "known.yaml")})
	assert.NilError(t, err)
}

func TestAScript(t *testing.T) {
	dir := t.TempDir()
	_, _, errs := began(t, dir, "script", "-o", dir)
	assert.Equal(t, errs, "")
	text, err := os.ReadFile(filepath.Join(dir, "server.yaml"))
	assert.NilError(t, err)
	_, err = fakeserver.Parse("server.yaml", text)
	assert.NilError(t, err)
}

// Each schema that a file names is written beside it.
func TestSchemasStandBesideTheirFiles(t *testing.T) {
	for _, k := range kinds() {
		dir := t.TempDir()
		_, _, errs := began(t, dir, k.name, "-o", dir)
		assert.Equal(t, errs, "")
		for _, f := range k.files {
			text, err := os.ReadFile(filepath.Join(dir, f.name))
			assert.NilError(t, err)
			if _, schema, found := strings.Cut(string(text), "$schema="); found {
				schema, _, _ = strings.Cut(schema, "\n")
				_, err := os.Stat(filepath.Join(dir, schema))
				assert.NilError(t, err)
			} else {
				assert.Check(t, filepath.Ext(f.name) != ".yaml", "%s names no schema", f.name)
			}
		}
	}
}

func TestWhatIsThereStays(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "script.schema.json")
	assert.NilError(t, os.WriteFile(name, []byte("mine"), 0o600))
	code, _, errs := began(t, dir, "script", "-o", dir)
	assert.Equal(t, code, ui.ExitUsage)
	assert.Check(t, is.Contains(errs, "script.schema.json is there already: --force overwrites it"))
	_, err := os.Stat(filepath.Join(dir, "server.yaml"))
	assert.Check(t, os.IsNotExist(err), "the other file was written")
	code, _, _ = began(t, dir, "script", "-o", dir, "--force")
	assert.Equal(t, code, 0)
}

func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"":                    "want one of server, client, feature, script",
		"server client":       "want one of server, client, feature, script",
		"srever":              "did you mean mcpsim init server?",
		"script -- x":         "a command behind -- is that of a server or a client",
		"server --":           "a command behind -- is that of a server or a client",
		"script -o /dev/null": "-o: ",
	} {
		code, _, errs := began(t, "", strings.Fields(line)...)
		assert.Equal(t, code, ui.ExitUsage, line)
		assert.Check(t, is.Contains(errs, want), line)
	}
}
