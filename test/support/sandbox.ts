/** A sandbox and the program that uses it, for tests of commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connect } from './connect.ts';
import { writeJson } from '../../src/documents/json/lossless.ts';
import type { PrincipalName } from './sandbox-types.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { CliOptions, CliResult } from './run-cli.ts';
import { executable } from './program.ts';
import { quietIo } from './quiet-io.ts';
import { runCli, words } from './run-cli.ts';

export interface Bench {
  readonly sandbox: () => Sandbox;
  /** Runs `trivet <line>`; `as` names the user whose token it has. */
  readonly trivet: (
    line: string,
    options?: CliOptions & { readonly as?: PrincipalName },
  ) => Promise<CliResult>;
  /** Like `trivet`, but returns stdout; throws if the command fails. */
  readonly done: (line: string) => Promise<string>;
  /** Like `trivet`, but returns the JSON of stdout; throws if the command fails. */
  readonly json: (line: string, options?: CliOptions) => Promise<unknown>;
  /** One value of a reply that is returned once; throws if the command fails. */
  readonly given: (line: string, field: string) => Promise<string>;
  /** Requests since the last `clear`: method, path and body. */
  readonly requests: () => readonly {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly body: unknown;
  }[];
  readonly clear: () => void;
}

export const environmentOf = (
  sandbox: Sandbox,
  as: PrincipalName = 'owner',
): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: sandbox.urls.workspaces,
  TRIVET_WORKSPACES_TOKEN: sandbox.tokens[as],
  TRIVET_WORKSPACES_PRODUCT: 'generic',
  TRIVET_SECRETS_URL: sandbox.urls.secrets,
  TRIVET_SECRETS_TOKEN: sandbox.tokens[as],
  TRIVET_SECRETS_PRODUCT: 'generic',
  TRIVET_JOBS_URL: sandbox.urls.jobs,
  TRIVET_JOBS_TOKEN: sandbox.tokens[as],
  TRIVET_JOBS_PRODUCT: 'generic',
  TRIVET_ORGANIZATION: 'demo',
});

/** Starts a sandbox for the file, or with `fresh` one for every test. */
export const useSandbox = (options: SandboxOptions & { readonly fresh?: boolean } = {}): Bench => {
  let current: Sandbox | undefined;
  const start = async (): Promise<void> => {
    await current?.close();
    current = await startSandbox(options);
  };
  if (options.fresh === true) beforeEach(start);
  else beforeAll(start);
  afterAll(() => current?.close());
  const sandbox = (): Sandbox => {
    if (current === undefined) throw new Error('the sandbox is not started yet');
    return current;
  };
  const trivet: Bench['trivet'] = async (line, { as, env, ...rest } = {}) => {
    const argv = words(line);
    const result = await runCli(argv, { ...rest, env: { ...environmentOf(sandbox(), as), ...env } });
    if (argv.includes('json')) (await import('./reply-check.ts')).checkReply(argv, result);
    return result;
  };
  const done = async (line: string, more?: CliOptions): Promise<string> => {
    const { code, stdout, stderr } = await trivet(line, more);
    if (code !== 0) throw new Error(`trivet ${line}: exit ${code}: ${stderr}`);
    return stdout;
  };
  const json: Bench['json'] = async (line, more = {}) => {
    // What needs a process, a terminal or standard input runs as one.
    if (executable === undefined && Object.keys(more).every((key) => key === 'env'))
      return documentOf(line, { ...environmentOf(sandbox()), ...more.env });
    return JSON.parse(await done(`${line} -o json`, more));
  };
  return {
    sandbox,
    trivet,
    done,
    json,
    given: async (line, field) => {
      const { data, lease_id, lease_duration } = (await json(line)) as {
        readonly data: Readonly<Record<string, string | number>>;
        readonly lease_id: string;
        readonly lease_duration: number;
      };
      const values: typeof data = { lease_id, lease_duration, ...data };
      return String(values[field]);
    },
    requests: () =>
      sandbox()
        .requests.list()
        .map(({ method, path, query, body }) => ({
          method,
          path,
          query,
          body: parsed(body.toString('utf8')),
        })),
    clear: () => sandbox().requests.clear(),
  };
};

/** The document of a command, by the library: nothing is printed, and nothing is read from text. */
const documentOf = async (line: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
  const home = mkdtempSync(join(tmpdir(), 'trivet-library-'));
  try {
    const argv = words(line);
    const { exit, output, error } = await connect(quietIo(env, home)).line(argv);
    if (error !== undefined || exit !== 0)
      throw new Error(`trivet ${line}: exit ${exit}: ${error?.message ?? ''}`);
    const stdout = writeJson(output);
    const { checkReply } = await import('./reply-check.ts');
    checkReply([...argv, '-o', 'json'], { code: exit, stdout, stderr: '', bytes: Buffer.from(stdout) });
    return JSON.parse(stdout);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const parsed = (body: string): unknown => {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};
