//go:build realworld

package mcpsim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// inVitest is what a user of the package would write, and types that must fit.
const inVitest = `import {expect, test} from 'vitest';
import {program, serve, validate, type Check, type Fake} from 'mcpsim';

const ping = {flags: ['--check', 'PING-01']};

test('a correct server passes', async () => {
  const checks: Check[] = await validate([program(), 'serve', '--stdio'], ping);
  expect(new Set(checks.map((c) => c.verdict))).toEqual(new Set(['passed']));
}, 60_000);

test('what is wrong is told', async () => {
  const fake: Fake = await serve('rules: [{when: {method: ping}, do: [{error: {code: -32601}}]}]');
  await expect(validate(fake.url, ping)).rejects.toThrow(/FAIL PING-01/);
  await fake.close();
}, 60_000);

test('a rule that never acted fails', async () => {
  await using fake = await serve('rules: [{when: {method: ping}, do: [never], mayNotHappen: true}]');
  expect(fake.url).toMatch(/^http:/);
  const idle = await serve('stuck-cursor');
  await expect(idle.close()).rejects.toThrow(/never happened/);
}, 60_000);
`

// The package as npm packs it works in vitest, and its types are those of what it does.
func TestRealWorldNPMPackageInVitest(t *testing.T) {
	installed := os.Getenv("MCPSIM_NPM")
	assert.Assert(t, installed != "", "make realworld sets it")
	dir, err := os.MkdirTemp(installed, "vitest-") // below node_modules of vitest
	assert.NilError(t, err)
	defer os.RemoveAll(dir)
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, withProgram(t, "MCPSIM="+build(t), "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", out)
		return string(out)
	}
	npm, err := filepath.Abs("npm")
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private": true, "type": "module"}`), 0o600))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "mcpsim.test.ts"), []byte(inVitest), 0o600))
	run("npm", "pack", "--silent", npm)
	run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", "./mcpsim-0.0.0.tgz")
	bin := func(name string) string { return filepath.Join(installed, "node_modules", ".bin", name) }
	assert.Check(t, is.Contains(run(bin("vitest"), "run"), "Tests  3 passed (3)"))
	run(bin("tsc"), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023,esnext.disposable", "--skipLibCheck", "mcpsim.test.ts")
}
