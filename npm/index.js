// mcpsim for the tests of those who write MCP servers and clients in JavaScript: validate
// checks a server, serve starts a fake one. Both run the program mcpsim, see program.
import {AssertionError} from 'node:assert';
import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

/** The program that is run: $MCPSIM, or mcpsim on the PATH. */
export function program() {
  return process.env.MCPSIM || 'mcpsim';
}

/** Checks a server; rejects with an AssertionError that tells what is wrong with it. */
export async function validate(server, {flags = []} = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'mcpsim-'));
  try {
    const results = join(dir, 'results.jsonl');
    const {code, stdout, stderr} = await run(['validate', '--color', 'never', '--report', `json:${results}`, ...flags, ...target(server)]);
    if (![0, 1, 7].includes(code)) {
      throw new Error(`mcpsim validate ended with code ${code}: ${stderr.trim()}`);
    }
    const checks = read(await readFile(results, 'utf8'));
    if (code !== 0) {
      const error = new AssertionError({message: stdout.trim(), operator: 'validate'});
      error.checks = checks;
      throw error;
    }
    return checks;
  } finally {
    await rm(dir, {recursive: true, force: true});
  }
}

/** Starts a fake server over HTTP and resolves once it serves. */
export async function serve(script = '', {flags = []} = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'mcpsim-'));
  try {
    return await started(dir, ['serve', '--color', 'never', '--http', ...flags, ...await scripted(dir, script)]);
  } catch (error) {
    await rm(dir, {recursive: true, force: true});
    throw error;
  }
}

// target are the arguments that name a server: a command, or a URL.
function target(server) {
  if (Array.isArray(server) && server.length > 0) {
    return ['--', ...server];
  }
  if (server instanceof URL || typeof server === 'string' && /^(https?|wss?):/.test(server)) {
    return [String(server)];
  }
  throw new TypeError(`want a command such as ['node', 'server.js'] or a URL, not ${JSON.stringify(server)}`);
}

// read reads results: a header, then one example of a check on each line.
function read(text) {
  const [header, ...lines] = text.trim().split('\n').map((line) => JSON.parse(line));
  if (header.format !== 'mcpsim-results' || header.version > 3) {
    throw new Error(`these results are of another version of mcpsim: ${header.format} ${header.version}`);
  }
  return lines.filter((line) => line.rule).map(({rule, name, verdict, level, error, reproduce}) => (
    {ids: rule.ids, rule: rule.name, example: name, verdict, level, error, reproduce}));
}

// scripted are the arguments that name a script: YAML goes into a file.
async function scripted(dir, script) {
  if (script === '') {
    return [];
  }
  if (!/[:\n]/.test(script)) {
    return [script]; // a server of the catalogue
  }
  const file = join(dir, 'script.yaml');
  await writeFile(file, script);
  return [file];
}

// run runs the program to its end.
function run(args) {
  return new Promise((resolve, reject) => {
    const child = start(args, reject);
    let stdout = '', stderr = '';
    child.stdout.on('data', (data) => { stdout += data; });
    child.stderr.on('data', (data) => { stderr += data; });
    child.on('close', (code, signal) => resolve({code: code ?? signal, stdout, stderr}));
  });
}

// start starts the program, which ends with this one.
function start(args, fail) {
  const child = spawn(program(), args, {stdio: ['ignore', 'pipe', 'pipe']});
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  child.once('error', (error) => fail(error.code === 'ENOENT'
    ? new Error(`there is no program ${program()}: install mcpsim, or set MCPSIM to where it is`)
    : error));
  return child;
}

// started resolves with a fake server once it has said where it is.
function started(dir, args) {
  return new Promise((resolve, reject) => {
    const child = start(args, reject);
    child.stdout.resume();
    const said = [];
    const closed = new Promise((done) => { child.once('close', done); });
    createInterface({input: child.stderr}).on('line', (line) => {
      said.push(line);
      const url = /^serving at (\S+)/.exec(line)?.[1];
      if (url) {
        hold(child, 'unref'); // a program that forgets the server ends nevertheless
        resolve(new Fake(url, child, closed, said, dir));
      }
    });
    closed.then((code) => reject(new Error(`mcpsim serve ended with code ${code}: ${said.join('\n')}`)));
  });
}

// hold says whether a child keeps this program from ending: ref or unref.
function hold(child, how) {
  for (const one of [child, child.stdout, child.stderr]) {
    one[how]();
  }
}

/** A fake server that runs until it is closed. */
class Fake {
  #child; #closed; #said; #dir; #ended;

  constructor(url, child, closed, said, dir) {
    this.url = url;
    [this.#child, this.#closed, this.#said, this.#dir] = [child, closed, said, dir];
  }

  /** Ends the server; rejects if a rule of its script never acted. */
  close() {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end() {
    hold(this.#child, 'ref');
    this.#child.kill();
    await this.#closed;
    await rm(this.#dir, {recursive: true, force: true});
    const idle = this.#said.filter((line) => line.startsWith('warning: ') && line.includes(' never happened'));
    if (idle.length > 0) {
      throw new AssertionError({message: idle.join('\n'), operator: 'serve'});
    }
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    await this.close();
  }
}
