/** What an example of the help needs: files, standard input, profiles and a terminal. */
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { freePort } from './free-port.ts';
import { launcher } from './program.ts';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli, words } from './run-cli.ts';
import { environmentOf } from './sandbox.ts';

const job = (name: string): string => `variable "color" {
  type    = string
  default = "blue"
}

job "${name}" {
  meta {
    color = var.color
  }
  group "app" {
    task "server" {
      driver = "raw_exec"
      config { command = "/bin/sleep" }
    }
  }
}
`;

const texts: Readonly<Record<string, string>> = {
  'terms.md': '# Terms\n\nBe kind.\n',
  'secret.txt': 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n',
  'bind.txt': 'bind-secret-1\n',
  'creation.ldif':
    'dn: uid={{.Username}},ou=users,dc=example,dc=com\nobjectClass: inetOrgPerson\nuid: {{.Username}}\n',
  'deletion.ldif': 'dn: uid={{.Username}},ou=users,dc=example,dc=com\nchangetype: delete\n',
  'web.nomad.hcl': job('web'),
  'shop.nomad.hcl': job('shop'),
  'prod.hcl': '# nothing differs in production\n',
  'changes.txt': 'workspace lock acme/network-prod\nworkspace tag add acme/network-prod reviewed\n',
  'fleet.yaml':
    'endpoints: [{folder: tls, layout: nginx, role: web, common_name: www.example.com, exec: [echo]}]\n',
  'nightly.sh': '#!/bin/sh\ntest -n "$LDAP_USERNAME"\n',
  'report.sh': '#!/bin/sh\ntest -n "$BIND_USER$BIND_PASSWORD"\n',
  'move.sh': '#!/bin/sh\ntrue\n',
  'deploy.sh': '#!/bin/sh\ntest -n "$AWS_ACCESS_KEY_ID"\n',
};

interface Made {
  readonly lines: readonly string[];
  /** The output of the last command of a list. */
  readonly from: string;
}

const request: Made = {
  lines: [
    'pki intermediate generate internal --mount pki_new --common-name www.example.com --key-type ec --out made',
  ],
  from: 'made/csr.pem',
};

/** A folder of files, not of all workspaces, that differs from the server, so that apply has something to do. */
const folder: Made = {
  lines: [
    'export workspace --organization demo --where name~*-prod --dir exported',
    'workspace update demo/network-prod --terraform-version 1.9.9',
  ],
  from: 'exported',
};

/** Files that trivet itself writes. */
const made: Readonly<Record<string, Made>> = {
  'infra/': folder,
  'fleet/': {
    lines: [
      'export workspace --organization demo --where name~*-prod --dir environments --init --env prod',
      'workspace update demo/network-prod --terraform-version 1.9.9',
    ],
    from: 'environments',
  },
  'web.csr': request,
  'csr.pem': request,
  'signed.pem': {
    lines: [
      'pki intermediate generate internal --mount pki_int --common-name x --yes --out made',
      'pki root sign-intermediate --csr @made/csr.pem --common-name x --out signed',
    ],
    from: 'signed/cert.pem',
  },
  'cert.pem': { lines: ['pki issue web --common-name old.example.com --out made'], from: 'made/cert.pem' },
  site: { lines: ['pki issue web --common-name www.example.com --out made'], from: 'made' },
  'old-root.pem': {
    lines: ['pki cert show ca --mount pki_old --field certificate --out made'],
    from: 'made',
  },
  'ca-bundle.pem': {
    lines: [
      'pki root delete --mount pki_old --confirm pki_old',
      'pki root generate exported --mount pki_old --common-name x --yes --out made',
    ],
    from: 'made/bundle.pem',
  },
};

/** Wraps a reply and returns the token that opens it once. */
const wrappingToken = async ({ urls, tokens }: Sandbox, argv = ''): Promise<string> => {
  const headers = { 'x-vault-token': tokens.owner, 'x-vault-wrap-ttl': '60' };
  const body = JSON.stringify({ common_name: 'www.example.com' });
  const reply = argv.includes('--layout')
    ? await fetch(`${urls.secrets}/pki/issue/web`, { method: 'POST', headers, body })
    : await fetch(`${urls.secrets}/ldap/static-cred/app-01`, { headers });
  const { wrap_info } = (await reply.json()) as { readonly wrap_info: { readonly token: string } };
  return wrap_info.token;
};

/** The signed identity of a job. */
const identityOf = async ({ origin, token }: Sandbox): Promise<string> => {
  const reply = await fetch(`${origin}/identity/token?audience=${origin}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await reply.json()) as { readonly value: string }).value;
};

/** The receipt of examples. */
const exampleReceipt = '4b1c07e2';

/** Commands about profiles get no address from the environment, which would override the profile. */
const aboutProfiles = /^(?:profile|auth|login|logout) |--profile /;

export interface Stage {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  /** Makes what the example needs; nothing of the example itself is run. */
  prepare(argv: string): Promise<{ readonly words: readonly string[]; readonly options: CliOptions }>;
  /** Runs the example; one that would not end by itself is interrupted once it has printed something. */
  run(argv: string): Promise<CliResult>;
  close(): Promise<void>;
}

/** A sandbox that nothing has changed: the next stage takes it, since many examples only read. */
let unchanged: Sandbox | undefined;

/** @param own a sandbox of the caller, who closes it */
export const openStage = async (own?: Sandbox): Promise<Stage> => {
  const sandbox = own ?? unchanged ?? (await startSandbox());
  if (own === undefined) unchanged = undefined;
  const cwd = mkdtempSync(join(tmpdir(), 'trivet-example-'));
  const before = process.cwd();
  // Files on a command line are relative to the working directory of the process.
  process.chdir(cwd);
  const home = { TRIVET_CONFIG_DIR: join(cwd, 'config'), SHELL: '/bin/bash', TFE_PROD: sandbox.token };
  const inSandbox = { ...environmentOf(sandbox), ...home };
  const prepare = async (line: string, env: Readonly<Record<string, string>>): Promise<void> => {
    const { code, stderr } = await runCli(words(line), { cwd, env });
    if (code !== 0) throw new Error(`trivet ${line}: exit ${code}: ${stderr}`);
  };

  const prepareFiles = async (argv: string): Promise<void> => {
    const named = words(argv).map((word) => word.replace(/^(?:@|\.\/)/, ''));
    for (const name of named.filter((one) => texts[one] !== undefined)) {
      writeFileSync(join(cwd, name), texts[name] ?? '');
      chmodSync(join(cwd, name), 0o700);
    }
    if (named.includes('wrapping-token.txt'))
      writeFileSync(join(cwd, 'wrapping-token.txt'), await wrappingToken(sandbox, argv));
    for (const name of named) {
      const { lines, from } = made[name] ?? { lines: [], from: '' };
      for (const line of lines) await prepare(line, inSandbox);
      if (from !== '') cpSync(join(cwd, from), join(cwd, name), { recursive: true });
    }
    if (argv.startsWith('apply plan.json')) {
      for (const line of folder.lines) await prepare(line, inSandbox);
      await prepare('diff exported --plan-out plan.json', inSandbox);
    }
  };

  const prepareProfiles = async (): Promise<void> => {
    const addresses = Object.entries(sandbox.urls).map(([service, url]) => `--${service}-url ${url}`);
    const others = Object.keys(sandbox.urls).map(
      (service) => `--${service}-product generic --${service}-token-from env:TFE_PROD`,
    );
    for (const name of ['old', 'staging'])
      await prepare(`profile set ${name} ${[...addresses, ...others].join(' ')}`, home);
    await prepare('profile use staging', home);
  };

  /** Leaves the receipt that an example names by an ID of its own; returns the ID that it has. */
  const receiptFor = async (argv: string): Promise<string> => {
    const isOpen = /^changes (?:continue|settle)/.test(argv);
    const line = isOpen
      ? 'workspace lock --where name~*-prod --reason CHG-7 --yes'
      : 'workspace lock demo/network-prod --reason CHG-7';
    await runCli(words(line), { cwd, env: inSandbox });
    const [file = ''] = readdirSync(join(cwd, 'config', 'receipts'));
    return /-([0-9a-f]{8})\./.exec(file)?.[1] ?? '';
  };

  const stdinOf = async (argv: string): Promise<string | undefined> => {
    if (!words(argv).includes('-')) return undefined;
    if (argv.startsWith('lease unwrap')) return wrappingToken(sandbox);
    return sandbox.token;
  };

  const isEndless = (argv: string): boolean => /^sandbox (?:start|serve)|--watch/.test(argv);

  const prepareExample: Stage['prepare'] = async (argv) => {
    await prepareFiles(argv);
    const profiles = aboutProfiles.test(argv);
    if (profiles) await prepareProfiles();
    const path = [dirname(launcher), process.env['PATH'] ?? ''].join(delimiter);
    const stdin = await stdinOf(argv);
    const receipt = argv.includes(exampleReceipt) ? await receiptFor(argv) : exampleReceipt;
    const options: CliOptions = {
      cwd,
      env: {
        ...(profiles ? home : inSandbox),
        PATH: path,
        SANDBOX_TOKEN: 'token-of-the-owner',
        JOB_JWT: await identityOf(sandbox),
      },
      ...(stdin === undefined ? {} : { stdin }),
      // A password is typed at the terminal.
      ...(argv.includes('login') ? { typed: 'alice-password' } : {}),
      ...(/^(?:apply infra\/|undo [0-9a-f]+)$/.test(argv) ? { typed: 'y' } : {}),
      ...(argv.includes('--tty') ? { tty: true } : {}),
    };
    const line = argv
      .replace(exampleReceipt, receipt)
      .replace(/(?<=--port |127.0.0.1:)8321/, String(await freePort()))
      .replace('0.0.0.0:8321', `127.0.0.1:${await freePort()}`);
    return { words: words(line), options };
  };

  return {
    sandbox,
    cwd,
    prepare: prepareExample,
    async run(argv) {
      const { words: line, options } = await prepareExample(argv);
      const stdout = new PassThrough();
      let interrupt = (): void => undefined;
      const endless = isEndless(argv);
      if (endless) stdout.once('data', () => setImmediate(() => interrupt()));
      const result = await runCli(line, {
        ...options,
        onStart: (signal) => {
          interrupt = () => signal(2);
        },
        ...(endless ? { io: { stdout } } : {}),
      });
      return endless && result.code === 130 ? { ...result, code: 0 } : result;
    },
    async close() {
      process.chdir(before);
      rmSync(cwd, { recursive: true, force: true });
      if (own !== undefined) return;
      if (sandbox.effects.list().length === 0) unchanged = sandbox;
      else await sandbox.close();
    },
  };
};

/** Closes what the stages left open. */
export const closeStages = async (): Promise<void> => {
  await unchanged?.close();
  unchanged = undefined;
};
