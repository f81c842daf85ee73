/** Commands that write or read trivet's own files, and how one sees that they did. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Result, Scenario, Stage } from './failing-calls.ts';
import { words } from '../support/run-cli.ts';

const ok = async (running: Promise<Result>): Promise<string> => {
  const { code, stdout, stderr } = await running;
  if (code !== 0) throw new Error(`${code}: ${stderr}`);
  return stdout;
};

const settings = (stage: Stage, name: string): string =>
  `profile set ${name} --workspaces-url ${stage.sandbox.urls.workspaces} --workspaces-product generic`;

/** Two profiles, the first of them current. */
const twoProfiles = async (stage: Stage): Promise<void> => {
  await ok(stage.trivet(words(settings(stage, 'one'))));
  await ok(stage.trivet(words(settings(stage, 'two'))));
};

const profiles = (stage: Stage): string => stage.read('config/profiles.json') ?? '';

interface Profiles {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, unknown>>;
}

/** The whole file is old or new, never a part of it. */
const readable = (stage: Stage): Profiles | undefined => {
  const text = profiles(stage);
  return text === '' ? undefined : (JSON.parse(text) as Profiles);
};

const hasBoth = (stage: Stage): boolean => {
  const names = Object.keys(readable(stage)?.profiles ?? {});
  return names.includes('one') && names.includes('two');
};

const locked = async (stage: Stage, name: string): Promise<boolean> =>
  (await ok(stage.trivet(['workspace', 'show', name, '--organization', 'acme', '--field', 'locked']))) ===
  'true';

/** A certificate in the folder `web`, with the key that belongs to it. */
const fits = (stage: Stage): boolean => {
  const [certificate, key] = [stage.read('web/cert.pem'), stage.read('web/key.pem')];
  if (certificate === undefined || key === undefined) return false;
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
};

const serial = (stage: Stage): string => new X509Certificate(stage.read('web/cert.pem') ?? '').serialNumber;

const stored = async (stage: Stage): Promise<readonly string[]> => {
  const { data } = JSON.parse(await ok(stage.trivet(words('pki cert list -o json')))) as {
    readonly data: { readonly keys: readonly string[] };
  };
  return data.keys;
};

/** A certificate that was issued, but is not in its files, not kept for the next run, and not named. */
const orphan = async (stage: Stage, { stderr }: Result): Promise<string | undefined> => {
  const kept = (stage.read('web/.trivet/pending.json') ?? '').trim();
  const pem =
    kept === '' ? '' : (JSON.parse(kept) as { document: { data: { certificate: string } } }).document.data;
  const held = pem === '' ? '' : new X509Certificate(pem.certificate).serialNumber;
  const known = [serial(stage), held].map((one) => one.toLowerCase());
  const before = issuedBefore.get(stage) ?? [];
  return (await stored(stage)).find(
    (one) => !before.includes(one) && !known.includes(one.replaceAll(':', '')) && !stderr.includes(one),
  );
};

/**
 * docs/certificates.md: 0 and 12 mean that it was renewed, 74 says whether the new files are in place, and after anything else
 * the old ones are unchanged.
 */
const untrueOfFiles = (stage: Stage, { code, stderr }: Result): string | undefined => {
  const isNew = serial(stage) !== serials.get(stage);
  const says = /has the new (?:files|certificate)/.test(stderr);
  if (code === 12) return isNew ? undefined : 'it says that it was renewed, and the files are the old ones';
  if (code !== 74) return isNew ? `exit ${code} promises the old files, and they are new` : undefined;
  if (isNew !== says) return `it does not say that the files are ${isNew ? 'new' : 'the old ones'}`;
  const isUnchanged = /were not changed|Nothing was (?:sent|changed)/.test(stderr);
  return isNew || isUnchanged ? undefined : 'it does not say which files are in place';
};

const issue = 'pki issue web --common-name www.example.com --ttl 1h --out web';

const file = 'kind: workspace\nname: made\nsettings: {description: from a file}\n';

const exists = async (stage: Stage, name: string): Promise<boolean> =>
  (await stage.trivet(['workspace', 'show', name])).code === 0;

const availableOf = async (stage: Stage): Promise<string> =>
  ok(stage.trivet(words('ldap library status team/ops --fields available')));

/** What was lent came back, and the command ran. */
const lend = (name: string, line: string, isBack: (stage: Stage) => Promise<boolean>): Scenario => ({
  name,
  argv: [...words(line), '--', 'sh', '-c', 'echo ran'],
  passesOn: true,
  done: async (stage, { stdout }) => stdout.includes('ran') && (await isBack(stage)),
  // What stays lent is in the ledger, where lease recover finds it.
  intact: async (stage) => {
    if (await isBack(stage)) return true;
    await stage.trivet(['lease', 'recover']);
    return isBack(stage);
  },
});

/** A lock whose loan was killed. */
const leaveLent = async (stage: Stage): Promise<void> => {
  const { signal } = await stage.program([
    ...words('workspace lock billing --organization acme --reason maintenance'),
    '--',
    'sh',
    '-c',
    'kill -9 $PPID',
  ]);
  if (signal !== 'SIGKILL') throw new Error(`the loan was not killed: ${signal}`);
};

const serials = new WeakMap<Stage, string>();
/** Serial numbers that the mount had before the run. */
const issuedBefore = new WeakMap<Stage, readonly string[]>();

export const fileScenarios: readonly Scenario[] = [
  {
    name: 'profile set, the first',
    argv: words('profile set one --workspaces-url http://127.0.0.1:1 --workspaces-product generic'),
    done: (stage) => Object.hasOwn(readable(stage)?.profiles ?? {}, 'one'),
    intact: (stage) => profiles(stage) === '' || readable(stage) !== undefined,
  },
  {
    name: 'profile use',
    argv: words('profile use two'),
    prepare: twoProfiles,
    done: (stage) => readable(stage)?.current === 'two',
    intact: hasBoth,
  },
  {
    name: 'profile delete',
    argv: words('profile delete two --yes'),
    prepare: twoProfiles,
    done: (stage) => !Object.hasOwn(readable(stage)?.profiles ?? {}, 'two'),
    intact: hasBoth,
  },
  {
    name: 'auth login',
    argv: words('auth login workspaces --token-file -'),
    stdin: 'a-new-token-of-somebody',
    prepare: (stage) =>
      ok(
        stage.trivet(
          words('profile set one --workspaces-url http://127.0.0.1:1/api/v2 --workspaces-product generic'),
        ),
      ),
    done: (stage) => profiles(stage).includes('a-new-token-of-somebody'),
    intact: (stage) => readable(stage)?.current === 'one',
  },
  {
    name: 'workspace lock --where',
    argv: words('workspace lock --where locked=false --organization acme --yes --reason maintenance'),
    done: async (stage) => locked(stage, 'billing'),
  },
  {
    name: 'batch run --journal',
    argv: words('batch run - --journal state.journal --yes'),
    stdin: 'workspace create made\n',
    done: async (stage) => exists(stage, 'made'),
  },
  {
    name: 'export --dir',
    argv: words('export pki-role:web --dir out'),
    done: (stage) => stage.read('out/pki-role.web.yaml')?.endsWith('\n') === true,
  },
  {
    name: 'diff --plan-out',
    argv: words('diff file.yaml --plan-out plan.json'),
    prepare: async (stage) => writeFileSync(stage.at('file.yaml'), file),
    done: (stage, { stdout }) => {
      const text = stage.read('plan.json');
      return text !== undefined && typeof JSON.parse(text) === 'object' && stdout.includes('made');
    },
    intact: (stage) => stage.read('plan.json') === undefined,
  },
  {
    name: 'apply',
    argv: words('apply file.yaml --yes'),
    prepare: async (stage) => writeFileSync(stage.at('file.yaml'), file),
    done: async (stage) => exists(stage, 'made'),
  },
  {
    name: 'apply of a plan',
    argv: words('apply plan.json --yes'),
    prepare: async (stage) => {
      writeFileSync(stage.at('file.yaml'), file);
      await ok(stage.trivet(['diff', stage.at('file.yaml'), '--plan-out', stage.at('plan.json')]));
    },
    done: async (stage) => exists(stage, 'made'),
  },
  {
    name: 'pki issue --out',
    argv: words(issue),
    done: fits,
    intact: (stage) => stage.read('web/key.pem') === undefined || fits(stage),
  },
  {
    name: 'pki issue --out, over an earlier one',
    argv: words(issue),
    prepare: async (stage) => {
      await ok(stage.trivet(words(issue.replace('--out web', `--out ${stage.at('web')}`))));
      serials.set(stage, serial(stage));
    },
    done: (stage) => fits(stage) && serial(stage) !== serials.get(stage),
    intact: fits,
  },
  ...['the first of files', 'of links'].map((which, index): Scenario => ({
    name: `pki renew, ${which}`,
    argv: [...words('pki renew web --role web --before 1/1 --exec'), 'sh -c "echo ran >> hook"'],
    prepare: async (stage) => {
      await ok(stage.trivet(words(issue.replace('--out web', `--out ${stage.at('web')}`))));
      if (index === 1) {
        await ok(stage.trivet(words(`pki renew ${stage.at('web')} --role web --before 1/1`)));
      }
      serials.set(stage, serial(stage));
      issuedBefore.set(stage, await stored(stage));
      writeFileSync(stage.at('before.pem'), stage.read('web/cert.pem') ?? '');
    },
    done: (stage) =>
      fits(stage) && serial(stage) !== serials.get(stage) && stage.read('hook')?.startsWith('ran') === true,
    intact: fits,
    lost: orphan,
    untrue: untrueOfFiles,
    // The command of --exec, whose calls fail, too.
    codes: [12],
  })),
  {
    name: 'pki inventory',
    argv: words('pki inventory -o json'),
    prepare: async (stage) => {
      mkdirSync(stage.at('.cache'), { recursive: true });
      await ok(stage.trivet(words('pki issue web --common-name one.example.com --ttl 1h -o json')));
      await ok(stage.trivet(words('pki inventory')));
      await ok(stage.trivet(words('pki issue web --common-name two.example.com --ttl 1h -o json')));
    },
    done: (_, { stdout }) => stdout.includes('one.example.com') && stdout.includes('two.example.com'),
  },
  {
    name: 'aws creds --cache',
    argv: words('aws creds ci -o credential-process --cache'),
    done: (_, { stdout }) => stdout.includes('"SecretAccessKey"'),
  },
  lend('ldap library check-out', 'ldap library check-out team/ops', async (stage) =>
    (await availableOf(stage)).split('\n').every((line) => line !== 'false'),
  ),
  lend(
    'workspace lock',
    'workspace lock billing --organization acme --reason maintenance',
    async (stage) => !(await locked(stage, 'billing')),
  ),
  {
    name: 'lease recover',
    argv: words('lease recover'),
    prepare: leaveLent,
    // An entry that cannot be read is kept, and the others are given back.
    codes: [1],
    done: async (stage) => !(await locked(stage, 'billing')),
    intact: async (stage) => {
      await stage.trivet(['lease', 'recover']);
      return !(await locked(stage, 'billing'));
    },
  },
  {
    name: 'sandbox exec',
    argv: [...words('sandbox exec -- sh -c'), 'echo ran'],
    passesOn: true,
    done: (_, { stdout }) => stdout.includes('ran'),
  },
  {
    name: 'man install',
    argv: words('man install'),
    done: (stage) => stage.read('.local/share/man/man1/trivet.1')?.includes('.TH') === true,
  },
  {
    name: 'completion install',
    argv: words('completion install bash'),
    done: (stage) =>
      stage.read('.local/share/bash-completion/completions/trivet')?.includes('complete') === true,
  },
];
