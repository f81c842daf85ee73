/** Tests the completion scripts in real shells on a real terminal: what TAB completes, starts, and never runs. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { completionVariables } from '../../scripts/generate/completion/context.ts';
import { find, missing, openTerminal } from '../support/pty.ts';
import type { Terminal } from '../support/pty.ts';

const scripts = join(inject('built'), 'dist', 'completions');
const prompt = 'ready> ';

interface Shell {
  readonly name: string;
  readonly args: readonly string[];
  /** Typed once: a plain prompt, and the script. */
  readonly setUp: readonly string[];
}

const shells: readonly Shell[] = [
  {
    name: 'bash',
    args: ['--norc', '--noprofile', '-i'],
    setUp: [
      'bind "set enable-bracketed-paste off"; bind "set bell-style none"; bind "set page-completions off"',
      `alias t=trivet; source '${scripts}/trivet.bash'; PS1='${prompt}'`,
    ],
  },
  {
    name: 'zsh',
    args: ['-f', '-i'],
    setUp: [
      'unsetopt zle_bracketed_paste prompt_sp beep; unset zle_bracketed_paste; autoload -U compinit; compinit -u -D',
      `alias t=trivet; source '${scripts}/trivet.zsh'; PS1='${prompt}'`,
    ],
  },
  {
    name: 'fish',
    args: ['--no-config', '-i'],
    setUp: [
      'set -g fish_greeting; set -g fish_autosuggestion_enabled 0; function fish_right_prompt; end',
      `alias t=trivet; source '${scripts}/trivet.fish'; function fish_prompt; echo -n '${prompt}'; end`,
    ],
  },
];

/** Ctrl-E, Ctrl-U: clears the line. Ctrl-C would go to a process in the foreground. */
const empty = '\u0005\u0015';

let folder: string;
let terminal: Terminal | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-tab-'));
  mkdirSync(join(folder, 'bin'));
  // A program that is started under one of these names records a line.
  for (const name of ['node', 'trivet']) {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "${name} $*" >>'${folder}/started'\n`);
    chmodSync(path, 0o755);
  }
});

afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const started = (): readonly string[] =>
  existsSync(join(folder, 'started'))
    ? readFileSync(join(folder, 'started'), 'utf8').split('\n').filter(Boolean)
    : [];

const open = async ({ name, args, setUp }: Shell): Promise<Terminal> => {
  const program = find(name) ?? name;
  terminal = openTerminal(program, args, {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
      HOME: folder,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      TRIVET_CONFIG_DIR: folder,
      PS1: 'starting> ',
    },
  });
  for (const line of setUp) terminal.type(`${line}\r`);
  await terminal.until(/ready> $/);
  return terminal;
};

const writeNames = (
  kind: string,
  context: string,
  names: readonly string[],
  expires = 9_999_999_999,
): void => {
  mkdirSync(join(folder, 'cache', 'names'), { recursive: true });
  writeFileSync(
    join(folder, 'cache', 'names', kind),
    `${[`trivet names 1 ${expires}`, context, ...names].join('\n')}\n`,
  );
};

/** Starts a shell whose environment configures no service. */
const contextOf = (parent = ''): string => `${parent}||${'|'.repeat(completionVariables.length - 1)}`;

/** Runs the line, and returns the arguments that the `trivet` of PATH was called with. */
const enter = async (tty: Terminal): Promise<string | undefined> => {
  tty.type('\r');
  await tty.until(/ready> $/);
  return started().at(-1);
};

/** Discards what was typed, and waits for the next prompt. */
const discard = async (tty: Terminal): Promise<void> => {
  tty.type(`${empty}echo gone\r`);
  await tty.until(/gone[\s⏎]+ready> $/);
};

const hostile = [
  '$(touch pwned-1)',
  '`touch pwned-2`',
  'a;touch pwned-3',
  "a'b",
  'a"b',
  'a b',
  'a|b',
  'a&touch pwned-4',
  '*',
  '~root',
  '<(touch pwned-5)',
  '${IFS}',
  'good-name',
  '(touch pwned-6)',
  'a=b',
  'a#b',
  '#a',
  'a\\b',
  'a!b',
  '[a]{b,c}?',
  'ä ö',
];

describe.each(shells.map((shell) => [shell.name, shell] as const))('%s', (name, shell) => {
  const why = missing(name);
  test.skipIf(why !== undefined)(
    `TAB completes a command, and no process is started${why === undefined ? '' : ` (skipped: ${why})`}`,
    async () => {
      const tty = await open(shell);
      tty.type('trivet workspace lo\t');
      await tty.until(/trivet workspace lock /);
      expect(started()).toEqual([]);
      expect(await enter(tty)).toBe('trivet workspace lock');
    },
  );

  test.skipIf(why !== undefined)('TAB completes groups, flags, values, and values after =', async () => {
    const tty = await open(shell);
    const lines: readonly (readonly [typed: string, run: string])[] = [
      ['trivet works\t', 'trivet workspace'],
      ['trivet workspace force-del\t', 'trivet workspace force-delete'],
      ['trivet workspace list --dry\t', 'trivet workspace list --dry-run'],
      ['trivet workspace list --output ya\t', 'trivet workspace list --output yaml'],
      ['trivet workspace list -o ya\t', 'trivet workspace list -o yaml'],
      ['trivet workspace list --output=ya\t', 'trivet workspace list --output=yaml'],
      ['trivet workspace list --include out\t', 'trivet workspace list --include outputs'],
      [
        'trivet --profile none workspace retention-policy sh\t',
        'trivet --profile none workspace retention-policy show',
      ],
      [
        'trivet workspace update --unset auto-destroy-at\t',
        'trivet workspace update --unset auto-destroy-at',
      ],
    ];
    for (const [typed, run] of lines) {
      if (run === '') continue;
      tty.type(typed);
      const words = run.split(' ').at(-1) ?? '';
      await tty.until(new RegExp(`${words.replaceAll(/[-=]/g, String.raw`\$&`)} ?`));
      const before = started().length;
      expect((await enter(tty))?.trimEnd()).toBe(run);
      expect(started()).toHaveLength(before + 1);
    }
  });

  test.skipIf(why !== undefined)('TAB completes fields and values of conditions', async () => {
    const tty = await open(shell);
    const list = 'trivet workspace list --where';
    const lines: readonly (readonly [typed: string, screen: string, rest: string, run: string])[] = [
      [`${list} 'locked=t\t`, "locked=true'", '', `${list} locked=true`],
      [`${list} locked=t\t`, 'locked=true', '', `${list} locked=true`],
      [`${list} locked!=f\t`, '=false', '', `${list} locked!=false`],
      [`${list}=locked=f\t`, 'where=locked=false', '', `${list}=locked=false`],
      [`${list}='execution-mode=ag\t`, "execution-mode=agent'", '', `${list}=execution-mode=agent`],
      [`${list} 'engine-v\t`, 'engine-version', "<1.6'", `${list} engine-version<1.6`],
      [`${list}='engine-v\t`, 'engine-version', ">=1.6'", `${list}=engine-version>=1.6`],
      ['trivet job stop --where Prior\t', 'Priority', '=5', 'trivet job stop --where Priority=5'],
      // Workspaces have a field with that beginning.
      ...['cloud-role', 'p@cloud-role:web'].map((kind) => {
        const exported = `trivet export ${kind} --where`;
        return [`${exported} cre\t`, 'credential_type', '=5', `${exported} credential_type=5`] as const;
      }),
    ];
    for (const [typed, screen, rest, run] of lines) {
      // zsh removes a quote inside a word and escapes what needs it.
      if (name === 'zsh' && typed.includes("='")) continue;
      // bash opens the quotes that an operator needs.
      const end = name === 'bash' && rest === '=5' ? `${rest}'` : rest;
      tty.type(typed);
      await tty.until(new RegExp(screen));
      tty.type(end);
      expect((await enter(tty))?.trimEnd()).toBe(run);
    }
    tty.type(`${list} 'engine-version\t\t`);
    for (const operator of ['=', '!=', '~', '<', '<=', '>', '>=']) {
      await tty.until(new RegExp(`version${operator}(?!=)`));
    }
  });

  test.skipIf(why !== undefined)('TAB completes objects by kind and name, and their fields', async () => {
    writeNames('workspace', contextOf(), ['network-prod']);
    writeNames('pki-role', `|--profile=stage|${'|'.repeat(completionVariables.length - 1)}`, ['web']);
    mkdirSync(join(folder, 'infra'));
    const tty = await open(shell);
    const lines: readonly (readonly [typed: string, run: string])[] = [
      ['trivet export pki-cr\t', 'trivet export pki-crl-config'],
      ['trivet export workspace:net\t', 'trivet export workspace:network-prod'],
      ['trivet export stage@pki-role:w\t', 'trivet export stage@pki-role:web'],
      ['trivet diff workspace:net\t', 'trivet diff workspace:network-prod'],
      ['trivet diff inf\t', 'trivet diff infra'],
      [
        'trivet diff x --ignore workspace:auto-apply-\t',
        'trivet diff x --ignore workspace:auto-apply-run-trigger',
      ],
      ['trivet diff x --ignore=pki-role:allow_ip\t', 'trivet diff x --ignore=pki-role:allow_ip_sans'],
      ['trivet apply x --only speculative-e\t', 'trivet apply x --only speculative-enabled'],
    ];
    for (const [typed, run] of lines) {
      tty.type(typed);
      const end = run.slice(-6);
      await tty.until(new RegExp(end));
      // zsh removes the slash of a folder; a singleton is a kind with an empty name after the colon.
      expect((await enter(tty))?.trimEnd().replace(/[/:]$/, '')).toBe(run);
    }
  });

  test.skipIf(why !== undefined)('TAB completes files for a file parameter', async () => {
    writeFileSync(join(folder, 'web.nomad'), '');
    const tty = await open(shell);
    tty.type('trivet job register we\t');
    await tty.until(/register web\.nomad/);
    expect((await enter(tty))?.trimEnd()).toBe('trivet job register web.nomad');
  });

  test.skipIf(why !== undefined)(
    'names with any character are completed and quoted, and run nothing; what a terminal obeys is left out',
    async () => {
      const tty = await open(shell);
      for (const [at, hostileName] of hostile.entries()) {
        // fish leaves ~ as it is.
        if (name === 'fish' && hostileName.startsWith('~')) continue;
        writeNames('workspace', contextOf(), [
          hostileName,
          '-rf',
          'a\u001b]0;x\u0007b',
          'a\t$(touch pwned-7)',
        ]);
        tty.type('trivet workspace show \t');
        // Typed behind the name: the shell has read the TAB before it.
        tty.type(`\u0005 --profile=p${at}`);
        await tty.until(new RegExp(`--profile=p${at}$`));
        expect((await enter(tty))?.trimEnd()).toBe(`trivet workspace show ${hostileName} --profile=p${at}`);
      }
      expect(readdirSync(folder).filter((file) => file.startsWith('pwned'))).toEqual([]);
    },
  );

  test.skipIf(why !== undefined)('a name is completed within the quotes that the line opened', async () => {
    writeNames('workspace', contextOf(), ["o'brien & $HOME", 'ümlaut b']);
    const tty = await open(shell);
    const lines: readonly (readonly [typed: string, name: string])[] = [
      ["'o", "o'brien & $HOME"],
      ['"o', "o'brien & $HOME"],
      ['o', "o'brien & $HOME"],
      ['ü', 'ümlaut b'],
      ["'ü", 'ümlaut b'],
    ];
    for (const [at, [typed, whole]] of lines.entries()) {
      tty.type(`trivet workspace show ${typed}\t`);
      tty.type(`\u0005 --profile=q${at}`);
      await tty.until(new RegExp(`--profile=q${at}$`));
      expect((await enter(tty))?.trimEnd()).toBe(`trivet workspace show ${whole} --profile=q${at}`);
    }
  });

  test.skipIf(why !== undefined)('TAB completes scopes, versions, accounts and environments', async () => {
    const empty = contextOf();
    writeNames('organization', empty, ['demo-org']);
    writeNames('jobs-namespace', empty, ['batch-night']);
    writeNames('secrets-namespace', empty, ['team/blue']);
    writeNames('pki-mount', empty, ['pki-int']);
    writeNames('job-version', contextOf('api'), ['17']);
    writeNames('group', contextOf('api'), ['webgroup']);
    writeNames('action', contextOf('api'), ['migrate']);
    writeNames('borrowed-account', contextOf('team-a'), ['svc-07']);
    writeNames('environment', contextOf(folder), ['staging']);
    const tty = await open(shell);
    const lines: readonly (readonly [typed: string, rest: string])[] = [
      ['trivet workspace list --organization ', 'demo-org'],
      ['trivet workspace list --organization=', 'demo-org'],
      ['trivet job list --namespace ', 'batch-night'],
      ['trivet pki role list --namespace ', 'team/blue'],
      ['trivet pki role list --mount ', 'pki-int'],
      ['trivet job revert api ', '17'],
      ['trivet job scale api ', 'webgroup'],
      ['trivet job action api ', 'migrate'],
      ['trivet ldap library check-in team-a ', 'svc-07'],
      ['trivet diff --env ', 'staging'],
    ];
    for (const [typed, rest] of lines) {
      tty.type(`${typed}\t`);
      await tty.until(new RegExp(rest));
      expect((await enter(tty))?.trimEnd()).toBe(typed + rest);
    }
  });

  test.skipIf(why !== undefined)(
    'TAB offers only the formats and flags that the command takes, for an alias too',
    async () => {
      const tty = await open(shell);
      const lines: readonly (readonly [typed: string, run: string])[] = [
        ['trivet workspace list -o cre\t', 'trivet workspace list -o cre'],
        ['trivet workspace list -o en\t', 'trivet workspace list -o en'],
        ['trivet aws creds x -o cre\t', 'trivet aws creds x -o credential-process'],
        ['trivet aws creds x -o en\t', 'trivet aws creds x -o env'],
        ['trivet workspace list --vers\t', 'trivet workspace list --vers'],
        ['trivet --vers\t', 'trivet --version'],
        ['t workspace force-unl\t', 'trivet workspace force-unlock'],
      ];
      for (const [at, [typed, run]] of lines.entries()) {
        tty.type(typed);
        tty.type(`\u0005 --profile=r${at}`);
        await tty.until(new RegExp(`--profile=r${at}$`));
        expect((await enter(tty))?.trimEnd().replace(/ +/g, ' ')).toBe(`${run} --profile=r${at}`);
      }
    },
  );

  test.skipIf(why !== undefined)(
    'receipts are listed with their summary, and completed without it',
    async () => {
      const tty = await open(shell);
      writeNames('receipt', contextOf(), [
        '4b1c07e2\tworkspace lock, 2026-11-23 14.45 UTC, open',
        '9f00aa11\tjob stop, 2026-11-22 09.10 UTC',
      ]);
      tty.type('trivet undo \t\t');
      await tty.until(/4b1c07e2[\s\S]*workspace lock, 2026-11-23 14\.45 UTC, open/);
      await discard(tty);
      tty.type('trivet undo 9f\t');
      await tty.until(/undo 9f00aa11 ?/);
      expect((await enter(tty))?.trimEnd()).toBe('trivet undo 9f00aa11');
    },
  );

  test.skipIf(why !== undefined)('names with colons and slashes are completed', async () => {
    writeNames('pki-certificate', contextOf(), ['39:dd:2e:90', '39:dd:4f:11', '7a:00:00:01']);
    writeNames('workspace', contextOf('demo'), ['demo/network-prod']);
    const tty = await open(shell);
    tty.type('trivet pki cert show 39:dd:4\t');
    await tty.until(/39:dd:4f:11/);
    expect((await enter(tty))?.trimEnd()).toBe('trivet pki cert show 39:dd:4f:11');
    tty.type('trivet workspace show demo/ne\t');
    await tty.until(/demo\/network-prod/);
    expect((await enter(tty))?.trimEnd()).toBe('trivet workspace show demo/network-prod');
  });

  test.skipIf(why !== undefined)('without cached names, trivet is called once, without output', async () => {
    const tty = await open(shell);
    tty.type('trivet job show \t');
    // The recorder writes no names, so there is nothing to complete.
    await expect.poll(() => started(), { timeout: 600_000 }).toHaveLength(1);
    expect(started()[0]).toMatch(/^trivet completion candidates job --context=\|/);
    tty.type('x');
    expect(await tty.until(/x$/)).not.toMatch(/error|not found/);
  });

  test.skipIf(why !== undefined)(
    'names of another context, or older than the profiles, are not used',
    async () => {
      writeNames('job', 'elsewhere|', ['wrong-context']);
      const tty = await open(shell);
      tty.type('trivet job show \t');
      await expect.poll(() => started(), { timeout: 600_000 }).toHaveLength(1);
      await discard(tty);
      writeNames('job', contextOf(), ['too-old']);
      writeFileSync(join(folder, 'profiles.json'), '{}');
      // Some shells compare whole seconds.
      utimesSync(join(folder, 'cache', 'names', 'job'), 1_000_000_000, 1_000_000_000);
      tty.type('trivet job show \t');
      await expect.poll(() => started(), { timeout: 600_000 }).toHaveLength(2);
      tty.type('y');
      expect(await tty.until(/y$/)).not.toMatch(/too-old|wrong-context/);
    },
  );

  test.skipIf(why !== undefined)(
    'old names are offered at once, and refreshed in the background',
    async () => {
      writeNames('job', contextOf(), ['web-frontend'], Math.floor(Date.now() / 1000) - 5);
      const tty = await open(shell);
      tty.type('trivet job show web\t');
      await tty.until(/web-frontend/);
      await expect.poll(() => started().length, { timeout: 600_000 }).toBeGreaterThan(0);
      await enter(tty);
      // A shell may ask twice, and the background process may record its call late.
      expect(started().map((line) => line.trimEnd())).toContain('trivet job show web-frontend');
    },
  );
});
