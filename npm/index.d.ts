/** The program that is run: $MCPSIM, or mcpsim on the PATH. */
export function program(): string;

/** What became of one example of a check. */
export interface Check {
  ids: string[];
  rule: string;
  example: string;
  verdict: string;
  level?: string;
  error?: string;
  reproduce?: string;
}

export interface Options {
  /** Flags of the command, such as ['--suite', 'lifecycle']. */
  flags?: string[];
}

/**
 * Checks a server as `mcpsim validate` does. It rejects with an AssertionError that tells what
 * is wrong, and has all `checks`; with another Error if the server cannot be reached.
 * @param server the command of a stdio server, such as ['node', 'server.js'], or a URL
 */
export function validate(server: string[] | string | URL, options?: Options): Promise<Check[]>;

/** A fake server that runs until it is closed, or until this process ends. */
export interface Fake extends AsyncDisposable {
  readonly url: string;
  /** Ends the server. It rejects with an AssertionError if a rule of the script never acted. */
  close(): Promise<void>;
}

/**
 * Serves a fake server over HTTP, on a free port of this machine, as `mcpsim serve` does.
 * @param script YAML, a file of it, the name of a server of the catalogue, or '' for a correct server
 */
export function serve(script?: string, options?: Options): Promise<Fake>;
