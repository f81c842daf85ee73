/**
 * Runs the log-ins, read-only stages and applying stages of docs/ci.md as printed, against a sandbox behind a login
 * server.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import type { Answering, FakeServer } from './support/fake-server.ts';
import { startFakeServer } from './support/fake-server.ts';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const blocks = [...page.matchAll(/^```(yaml|sh)\n([\s\S]*?)^```$/gm)].map(([, , text = '']) => text);
const block = (sign: string): string => {
  const found = blocks.filter((text) => text.includes(sign));
  if (found.length !== 1) throw new Error(`${found.length} examples hold ${sign}`);
  return found[0] ?? '';
};

interface GithubJob {
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string }[];
}
interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}
const github = (sign: string, name?: string): GithubJob => {
  const { jobs } = load(block(sign)) as { jobs: Record<string, GithubJob> };
  const [job] = name === undefined ? Object.values(jobs) : [jobs[name]];
  if (job === undefined) throw new Error(`no job in the example with ${sign}`);
  return job;
};
const gitlab = (sign: string, name?: string): GitlabJob => {
  const jobs = load(block(sign)) as Record<string, GitlabJob>;
  const [job] = name === undefined ? Object.values(jobs) : [jobs[name]];
  if (job === undefined) throw new Error(`no job in the example with ${sign}`);
  return job;
};

const { sandbox, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-logins-'));
/** Log-ins and log-outs: path, body, and whether a token was sent. */
const logins: { readonly path: string; readonly body: unknown; readonly token: boolean }[] = [];
let front: FakeServer;
let served: Served;
let origin = '';

/** Issues identities, accepts them at log-in, and forwards every other request to the sandbox. */
const answer: Answering = ({ method, url, path, body, headers: given }, _, { reply: to }) => {
  if (path.startsWith('/identity')) return { body: { value: 'identity-of-the-job' } };
  if (path.startsWith('/v1/auth/')) {
    logins.push({
      path,
      body: body === '' ? undefined : JSON.parse(body),
      token: given['authorization'] !== undefined || given['x-vault-token'] !== undefined,
    });
    if (path.endsWith('/revoke-self')) return { status: 204 };
    return { body: { auth: { client_token: sandbox().tokens.owner, lease_duration: 900 }, data: null } };
  }
  const { hostname, port } = new URL(sandbox().origin);
  const headers = { ...given, host: `${hostname}:${port}` };
  const onward = request({ hostname, port, path: url, method, headers }, (reply) => {
    to.writeHead(reply.statusCode ?? 500, reply.headers);
    reply.pipe(to);
  });
  onward.end(body);
  return undefined;
};

let work = '';
beforeAll(async () => {
  served = await serveProgram();
  front = await startFakeServer(answer);
  origin = front.origin;
});
afterAll(async () => {
  await front.close();
  served.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  logins.length = 0;
  clear();
  work = mkdtempSync(join(folder, 'checkout-'));
  // Stands for the command line of GitHub, which comments on the pull request.
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\ntest "$1" = pr\n', { mode: 0o755 });
  const task = 'task "server" {\n driver = "raw_exec"\n config { command = "/bin/sleep" }\n}';
  mkdirSync(join(work, 'infra'));
  writeFileSync(join(work, 'infra/web.nomad.hcl'), `job "web" {\n group "app" {\n ${task}\n }\n}\n`);
  writeFileSync(
    join(work, 'infra/network.yaml'),
    'kind: workspace\nname: network-prod\nsettings:\n  description: as reviewed\n',
  );
});

/** Runs the lines in one shell that ends at the first failure. What a runner would install is already installed. */
const run = (
  shell: string,
  lines: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((done) => {
    const script = lines.filter((line) => !line.startsWith('npm install')).join('\n');
    const { TRIVET_SECRETS_TOKEN: _, ...services } = environmentOf(sandbox());
    const env = {
      ...services,
      TRIVET_SECRETS_URL: `${origin}/v1`,
      // The page uses LIST, which node:http cannot receive.
      TRIVET_SECRETS_PRODUCT: 'openbao',
      PATH: [served.bin, folder, process.env['PATH'] ?? ''].join(delimiter),
      HOME: work,
      CI: 'true',
      NO_PROXY: '127.0.0.1',
      GITHUB_ENV: join(work, 'github-env'),
      GITHUB_STEP_SUMMARY: join(work, 'summary'),
      ...more,
    };
    const child = execFile(shell, ['-e', '-c', script], { cwd: work, env }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${out}${err}` });
    });
    child.stdin?.end();
  });

const changes = () => requests().filter(({ method }) => method !== 'GET' && method !== 'LIST');

describe('a log-in sends the identity without a token, then uses the token and revokes it', () => {
  test('GitHub', { timeout: 120_000 }, async () => {
    const { steps, env } = github('--method github');
    for (const { run: lines } of steps) {
      if (lines === undefined) continue;
      const ran = await run('bash', [lines], {
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
        ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity?of=job`,
        TRIVET_SECRETS_TOKEN_FILE: env['TRIVET_SECRETS_TOKEN_FILE'] ?? '',
      });
      expect(ran).toMatchObject({ code: 0 });
      expect(ran.output).not.toMatch(
        new RegExp(`identity-of-the-job|of-the-runner|${sandbox().tokens.owner}`),
      );
    }
    expect(statSync(join(work, 'token')).mode & 0o777).toBe(0o600);
    expect(logins).toEqual([
      { path: '/v1/auth/jwt/login', body: { role: 'ci', jwt: 'identity-of-the-job' }, token: false },
      { path: '/v1/auth/token/revoke-self', body: undefined, token: true },
    ]);
    expect(readFileSync(join(work, 'www/cert.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
  });

  test.each(['sh', 'bash'])('GitLab under %s', { timeout: 120_000 }, async (shell) => {
    const { script, variables } = gitlab('id_tokens');
    const ran = await run(shell, script, {
      JOB_JWT: 'identity-of-gitlab',
      TRIVET_SECRETS_TOKEN_FILE: variables['TRIVET_SECRETS_TOKEN_FILE'] ?? '',
    });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.output).not.toContain(sandbox().tokens.owner);
    expect(logins.map(({ body, token }) => [body, token])).toEqual([
      [{ role: 'ci', jwt: 'identity-of-gitlab' }, false],
      [undefined, true],
    ]);
  });

  test('AppRole', { timeout: 120_000 }, async () => {
    const ran = await run('sh', [block('--role-id')], { ROLE_ID: 'role', SECRET_ID: 'secret' });
    expect(ran).toEqual({ code: 0, output: 'internal\nweb\nnull\n' });
    expect(logins[0]).toEqual({
      path: '/v1/auth/approle/login',
      body: { role_id: 'role', secret_id: 'secret' },
      token: false,
    });
  });
});

describe('a read-only stage', () => {
  const stages = [
    [
      'GitHub',
      'bash',
      () => github('GITHUB_STEP_SUMMARY').env,
      () => github('GITHUB_STEP_SUMMARY').steps.flatMap(({ run: lines }) => lines ?? []),
    ],
    [
      'GitLab',
      'sh',
      () => gitlab('merge_request_event').variables,
      () => gitlab('merge_request_event').script,
    ],
  ] as const;

  test.each(stages)(
    'of %s shows the difference and cannot change anything',
    { timeout: 120_000 },
    async (_, shell, env, lines) => {
      const readOnly = { TRIVET_READ_ONLY: env()['TRIVET_READ_ONLY'] ?? '' };
      expect(await run(shell, lines(), readOnly)).toMatchObject({ code: 0 });
      const shown = readFileSync(join(work, 'diff.md'), 'utf8');
      expect(shown).toContain('network-prod');
      expect(shown).toContain('web');
      const changed = await run(shell, ['trivet job stop web --yes'], readOnly);
      expect(changed.code).toBe(4);
      expect(changes().filter(({ path }) => !/\/(?:plan|parse)$/.test(path))).toEqual([]);
    },
  );
});

describe('an applying stage', () => {
  const commands = ({ steps }: GithubJob): readonly string[] =>
    steps.flatMap(({ run: lines }) => lines ?? []);
  const stages = [
    [
      'GitHub',
      'bash',
      () => commands(github('GITHUB_STEP_SUMMARY')),
      () => commands(github('GITHUB_STEP_SUMMARY', 'apply')),
    ],
    [
      'GitLab',
      'sh',
      () => gitlab('merge_request_event').script,
      () => gitlab('merge_request_event', 'apply').script,
    ],
  ] as const;

  /** Hands over the artifact: by the command line on GitHub; GitLab does it itself. */
  const artifact = (): void => renameSync(join(work, 'plan.json'), join(folder, 'plan.json'));
  const artifactProgram = (): void => {
    const found =
      'test "$*" = "run list --workflow infra.yml --commit of-the-head --status success --limit 1 --json databaseId --jq .[0].databaseId"';
    const script = `#!/bin/sh\nif [ "$1" = pr ]; then test "$*" = "pr comment 12 --edit-last --create-if-none --body-file diff.md"\nelif [ "$2" = list ]; then ${found} && echo 7\nelse test "$*" = "run download 7 --name plan" && cp "${folder}/plan.json" .\nfi\n`;
    writeFileSync(join(folder, 'gh'), script, { mode: 0o755 });
  };

  /** The token of the stage that plans may not change anything. */
  const planning = () => {
    const { reviewer } = sandbox().tokens;
    artifactProgram();
    return {
      TRIVET_READ_ONLY: '1',
      TRIVET_JOBS_TOKEN: reviewer,
      TRIVET_WORKSPACES_TOKEN: reviewer,
      PULL_REQUEST: '12',
    };
  };

  test.each(stages)(
    'of %s applies the plan, and refuses it if the files have changed',
    { timeout: 120_000 },
    async (name, shell, plan, apply) => {
      expect(await run(shell, plan(), planning())).toMatchObject({ code: 0 });
      artifact();
      const applied = () => {
        if (name === 'GitLab') copyFileSync(join(folder, 'plan.json'), join(work, 'plan.json'));
        return run(shell, apply(), { HEAD_SHA: 'of-the-head' });
      };
      const file = join(work, 'infra/network.yaml');
      const reviewed = readFileSync(file, 'utf8');
      clear();
      writeFileSync(file, reviewed.replace('as reviewed', 'as nobody reviewed'));
      expect(await applied()).toMatchObject({ code: 6 });
      const written = () => changes().filter(({ path }) => !/\/(?:plan|parse)$/.test(path));
      expect(written()).toEqual([]);
      writeFileSync(file, reviewed.replace('as reviewed', `as reviewed for ${name}`));
      expect(await run(shell, plan(), planning())).toMatchObject({ code: 0 });
      artifact();
      expect(await applied()).toMatchObject({ code: 0 });
      expect(written().map(({ method }) => method)).toContain('PATCH');
      const shown = await run('sh', ['trivet workspace show network-prod --field description']);
      expect(shown.output).toBe(`as reviewed for ${name}`);
    },
  );
});

describe('a nightly stage', () => {
  const reviewing = () => {
    const { reviewer } = sandbox().tokens;
    return { TRIVET_READ_ONLY: '1', TRIVET_JOBS_TOKEN: reviewer, TRIVET_WORKSPACES_TOKEN: reviewer };
  };
  /** Stands for a program of the forge, and keeps the text of the issue. */
  const forge = (name: string, body: string): void => {
    const script = `#!/bin/sh\n${body}\ncp drift.md "${folder}/issue.md"\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  };

  test.each([
    [
      'GitHub',
      'bash',
      () => github('gh issue create').steps.flatMap(({ run: lines }) => lines ?? []),
      'gh',
      'test "$*" = "issue create --title The servers differ from infra/ --body-file drift.md" || exit 1',
    ],
    [
      'GitLab',
      'sh',
      () => gitlab('PRIVATE-TOKEN').script,
      'curl',
      'test "$(cat)" = "header \\"PRIVATE-TOKEN:of-issues\\"" || exit 1\ntest "$9" = https://gitlab.example/api/v4/projects/7/issues || exit 1',
    ],
  ] as const)(
    'of %s opens an issue about what differs, with a token that can only read and plan',
    { timeout: 120_000 },
    async (_, shell, script, program, body) => {
      forge(program, body);
      const more = {
        ...reviewing(),
        ISSUE_TOKEN: 'of-issues',
        CI_API_V4_URL: 'https://gitlab.example/api/v4',
        CI_PROJECT_ID: '7',
      };
      expect(await run(shell, ['trivet apply infra --yes'])).toMatchObject({ code: 0 });
      rmSync(join(folder, 'issue.md'), { force: true });
      expect(await run(shell, script(), more)).toMatchObject({ code: 0 });
      expect(existsSync(join(folder, 'issue.md'))).toBe(false);
      expect(
        await run(shell, ['trivet workspace update network-prod --description "by hand"']),
      ).toMatchObject({ code: 0 });
      expect(await run(shell, script(), more)).toMatchObject({ code: 0 });
      expect(readFileSync(join(folder, 'issue.md'), 'utf8')).toContain(
        '| workspace | `demo/network-prod` | update | description |',
      );
      rmSync(join(folder, program));
    },
  );
});
