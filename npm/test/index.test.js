import assert from 'node:assert';
import {execFile} from 'node:child_process';
import test from 'node:test';
import {promisify} from 'node:util';
import {program, serve, validate} from '../index.js';

const ping = {flags: ['--check', 'PING-01']};
const deaf = 'rules: [{when: {method: ping}, do: [{error: {code: -32601}}]}]';

const ask = (url, method) => fetch(url, {
  method: 'POST',
  headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
  body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params: {
    protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'test', version: '1'}}}),
});

test('a correct server passes', async () => {
  const checks = await validate([program(), 'serve', '--stdio'], ping);
  assert.deepEqual(checks.map((c) => [c.ids[0], c.example, c.verdict]), 
    ['a ping', 'a ping with metadata', 'promptly'].map((example) => ['PING-01', example, 'passed']));
});

test('what is wrong with a server is told', async () => {
  const fake = await serve(deaf);
  await assert.rejects(validate(fake.url, ping), (error) => {
    assert.ok(error instanceof assert.AssertionError);
    assert.match(error.message, /FAIL PING-01 MUST {2}A ping is answered with an empty result/);
    assert.equal(error.checks.find((c) => c.example === 'a ping').verdict, 'failed');
    return true;
  });
  await fake.close();
  await assert.rejects(fetch(fake.url), 'the server is gone');
});

test('a server of the catalogue, and one without a script', async () => {
  for (const script of ['stuck-cursor', '']) {
    const fake = await serve(script, {flags: ['--seed', '7']});
    const answer = await ask(fake.url, 'initialize');
    assert.equal(answer.status, 200);
    await answer.body.cancel();
    await fake.close().catch((error) => assert.equal(script, 'stuck-cursor', error));
  }
});

test('a rule that never acted fails', async () => {
  const fake = await serve(deaf);
  await assert.rejects(fake.close(), {name: 'AssertionError', message: /\(method ping\) never happened: no client came/});
  await assert.rejects(fake.close(), 'the same again');
});

test('a server that is forgotten ends with the program', async () => {
  const forgetful = `import {serve} from ${JSON.stringify(new URL('../index.js', import.meta.url).href)}; console.log((await serve()).url)`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', forgetful]);
  const url = stdout.trim();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  while (await fetch(url).then(async (answer) => { await answer.body?.cancel(); return true; }, () => false)); // it is about to end
});

test('mistakes are told', async (t) => {
  await assert.rejects(serve('rules: [{wen: {}}]'), /ended with code 2: .*script\.yaml:1:10: /s);
  await assert.rejects(serve('stuck-curser'), /stuck-cursor/);
  await assert.rejects(validate([program(), 'serve', '--no-such-flag'], ping), /ended with code 4: /);
  await assert.rejects(validate([]), TypeError);
  await assert.rejects(validate('node server.js'), /want a command such as \['node', 'server\.js'\] or a URL/);
  const before = process.env.MCPSIM;
  t.after(() => { process.env.MCPSIM = before; });
  process.env.MCPSIM = '/no/such/program';
  await assert.rejects(serve(), /there is no program \/no\/such\/program: install mcpsim, or set MCPSIM/);
});
