/** Tests the completion scripts in real shells on a real terminal: what TAB completes, starts, and never runs. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
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
    writeFileSync(
      path,
      `#!/bin/sh
printf '%s\\n' "${name} $*" >>'${folder}/started'
[ "$1" != complete ] || cat '${folder}/names'
`,
    );
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

/** What `trivet complete` answers from now on. */
const writeNames = (names: readonly string[]): void =>
  writeFileSync(join(folder, 'names'), names.map((name) => `${name}\n`).join(''));

/** The lines that `trivet complete` was asked to end. */
const asked = (): readonly string[] => started().filter((line) => line.startsWith('trivet complete -- '));

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

test.skipIf(missing('zsh') !== undefined)(
  'zsh loads the installed script, which finds its table',
  async () => {
    const functions = join(folder, 'site-functions');
    mkdirSync(functions);
    writeFileSync(join(functions, '_trivet'), readFileSync(join(scripts, 'trivet.zsh')));
    writeFileSync(join(functions, 'trivet.words'), readFileSync(join(scripts, 'trivet.words')));
    const tty = await open({
      name: 'zsh',
      args: ['-f', '-i'],
      setUp: [
        'unsetopt zle_bracketed_paste prompt_sp beep; unset zle_bracketed_paste; fpath=($PWD/site-functions $fpath)',
        `autoload -U compinit; compinit -u -D; PS1='${prompt}'`,
      ],
    });
    tty.type('trivet workspace lo\t');
    await tty.until(/trivet workspace lock /);
    expect(started()).toEqual([]);
  },
);

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
      [`${list} 'terraform-v\t`, 'terraform-version', "<1.6'", `${list} terraform-version<1.6`],
      [`${list}='terraform-v\t`, 'terraform-version', ">=1.6'", `${list}=terraform-version>=1.6`],
      ['trivet job stop --where Prior\t', 'Priority', '=5', 'trivet job stop --where Priority=5'],
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
    tty.type(`${list} 'terraform-version\t\t`);
    for (const operator of ['=', '!=', '~', '<', '<=', '>', '>=']) {
      await tty.until(new RegExp(`version${operator}(?!=)`));
    }
  });

  test.skipIf(why !== undefined)('TAB completes objects by kind and name, and their fields', async () => {
    mkdirSync(join(folder, 'infra'));
    const tty = await open(shell);
    const lines: readonly (readonly [typed: string, run: string, names?: readonly string[]])[] = [
      ['trivet export pki-cr\t', 'trivet export pki-crl-config'],
      ['trivet export workspace:net\t', 'trivet export workspace:network-prod', ['workspace:network-prod']],
      ['trivet export stage@pki-role:w\t', 'trivet export stage@pki-role:web', ['stage@pki-role:web']],
      ['trivet diff workspace:net\t', 'trivet diff workspace:network-prod', ['workspace:network-prod']],
      ['trivet diff inf\t', 'trivet diff infra'],
      [
        'trivet diff x --ignore workspace:auto-apply-\t',
        'trivet diff x --ignore workspace:auto-apply-run-trigger',
      ],
      ['trivet diff x --ignore=pki-role:allow_ip\t', 'trivet diff x --ignore=pki-role:allow_ip_sans'],
      ['trivet apply x --only speculative-e\t', 'trivet apply x --only speculative-enabled'],
      ['trivet export workspace --where cre\t', 'trivet export workspace --where created-at', ['created-at']],
    ];
    for (const [typed, run, names = []] of lines) {
      writeNames(names);
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
    'names with any character are completed and quoted, and run nothing',
    async () => {
      const tty = await open(shell);
      for (const [at, hostileName] of hostile.entries()) {
        // fish leaves ~ as it is.
        if (name === 'fish' && hostileName.startsWith('~')) continue;
        writeNames([hostileName]);
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
    writeNames(["o'brien & $HOME", 'ümlaut b']);
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
      writeNames([rest]);
      tty.type(`${typed}\t`);
      await tty.until(new RegExp(rest));
      expect(asked().at(-1)?.trimEnd()).toBe(`trivet complete -- ${typed.slice('trivet '.length).trimEnd()}`);
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
      writeNames([
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
    writeNames(['39:dd:2e:90', '39:dd:4f:11', '7a:00:00:01', 'demo/network-prod']);
    const tty = await open(shell);
    tty.type('trivet pki cert show 39:dd:4\t');
    await tty.until(/39:dd:4f:11/);
    expect((await enter(tty))?.trimEnd()).toBe('trivet pki cert show 39:dd:4f:11');
    tty.type('trivet workspace show demo/ne\t');
    await tty.until(/demo\/network-prod/);
    expect((await enter(tty))?.trimEnd()).toBe('trivet workspace show demo/network-prod');
  });

  test.skipIf(why !== undefined)(
    'TAB offers the flags of the command before those of all commands',
    async () => {
      const tty = await open(shell);
      tty.type('trivet job show --\t\t');
      await tty.until(/--watch[\s\S]*--ca-file/);
      await discard(tty);
      expect(started()).toEqual([]);
    },
  );

  test.skipIf(why !== undefined)(
    'a server without names leaves the line as it is, without a message',
    async () => {
      writeNames([]);
      const tty = await open(shell);
      tty.type('trivet job show \t');
      await expect.poll(() => asked(), { timeout: 600_000 }).toContain('trivet complete -- job show ');
      tty.type('x');
      expect(await tty.until(/x$/)).not.toMatch(/error|not found/);
    },
  );

  test.skipIf(why !== undefined)('a script without its table asks trivet for the words', async () => {
    const end = shell.name;
    const alone = join(folder, `trivet.${end}`);
    writeFileSync(alone, readFileSync(join(scripts, `trivet.${end}`)));
    writeFileSync(
      join(folder, 'bin', 'trivet'),
      `#!/bin/sh\n[ "$1 $2" != 'completion words' ] || cat '${scripts}/trivet.words'\n`,
    );
    const tty = await open({ ...shell, setUp: shell.setUp.map((line) => line.replace(scripts, folder)) });
    tty.type('trivet workspace lo\t');
    expect(await tty.until(/trivet workspace lock /)).not.toMatch(/error|not found/);
  });
});
