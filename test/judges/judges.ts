/** The verdicts of other programs on chains: openssl, Go and Java, as far as this machine has them. */
import type { ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** One question: everything in PEM. */
export interface Case {
  readonly id: string;
  readonly leaf: string;
  readonly untrusted: readonly string[];
  readonly trusted: readonly string[];
  readonly purpose: 'tls-server' | 'tls-client';
  /** Empty where no name has to match. */
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly crls?: readonly string[];
}

export type Verdicts = ReadonlyMap<string, boolean>;

/** Whether a program is here, in a version whose verdicts the tests know. */
const has = (version: RegExp, program: string, word: string): boolean => {
  const { status, stdout, stderr } = spawnSync(program, [word], { encoding: 'utf8' });
  return status === 0 && version.test(`${stdout}${stderr}`);
};

export const hasOpenssl = has(/^OpenSSL 3\./, 'openssl', 'version');
export const hasGo = has(/go1\.(?:2[5-9]|[3-9]\d)/, 'go', 'version');
export const hasJava = has(/javac (?:1[7-9]|[2-9]\d)\./, 'javac', '-version');

const joined = (pems: readonly string[]): string => pems.map((pem) => `${pem.trimEnd()}\n`).join('');

const write = (folder: string, { id, leaf, untrusted, trusted, purpose, host, at, crls }: Case): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'leaf.pem'), joined([leaf]));
  writeFileSync(join(folder, 'trusted.pem'), joined(trusted));
  if (untrusted.length > 0) writeFileSync(join(folder, 'untrusted.pem'), joined(untrusted));
  if (crls !== undefined) writeFileSync(join(folder, 'crl.pem'), joined(crls));
  writeFileSync(join(folder, 'case'), [id, purpose, host, String(at)].join('\n'));
};

const byOpenssl = (
  folder: string,
  { untrusted, purpose, host, at, crls = [] }: Case,
  more: readonly string[] = [],
): boolean => {
  const words = [
    'verify',
    ...more,
    '-auth_level',
    '2',
    '-partial_chain',
    '-no-CApath',
    '-no-CAstore',
    '-CAfile',
    join(folder, 'trusted.pem'),
    '-purpose',
    purpose === 'tls-client' ? 'sslclient' : 'sslserver',
    '-attime',
    String(Math.floor(at / 1000)),
    ...(untrusted.length === 0 ? [] : ['-untrusted', join(folder, 'untrusted.pem')]),
    ...(host === '' ? [] : [isIP(host) === 0 ? '-verify_hostname' : '-verify_ip', host]),
    ...(crls.length === 0 ? [] : ['-crl_check', '-CRLfile', join(folder, 'crl.pem')]),
    join(folder, 'leaf.pem'),
  ];
  return spawnSync('openssl', words, { stdio: 'ignore' }).status === 0;
};

const verdictsIn = (output: string): Verdicts =>
  new Map(
    output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [id = '', verdict] = line.split('\t');
        return [id, verdict === 'ok'];
      }),
  );

const options: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
  stdio: ['ignore', 'pipe', 'ignore'],
};

const byGo = (root: string, scratch: string): Verdicts => {
  const program = join(scratch, 'judge-go');
  const source = join(import.meta.dirname, 'judge.go');
  execFileSync('go', ['build', '-o', program, source], { ...options, cwd: scratch });
  return verdictsIn(execFileSync(program, [root], options));
};

const internal = ['--add-exports', 'java.base/sun.security.util=ALL-UNNAMED'];

const byJava = (root: string, scratch: string): Verdicts => {
  const source = join(import.meta.dirname, 'Judge.java');
  execFileSync('javac', [...internal, '-d', scratch, source], options);
  return verdictsIn(execFileSync('java', [...internal, '-cp', scratch, 'Judge', root], options));
};

const written = (cases: readonly Case[], root: string) =>
  cases.map((one, index) => {
    const folder = join(root, String(index).padStart(4, '0'));
    write(folder, one);
    return { one, folder };
  });

/** The verdict of openssl at its strictest, by the ID of the case. */
export const strictVerdictsOf = (cases: readonly Case[], scratch: string): Verdicts =>
  new Map(
    written(cases, join(scratch, 'strict')).map(({ one, folder }) => [
      one.id,
      byOpenssl(folder, one, ['-x509_strict']),
    ]),
  );

/** The verdict of each judge that is here, by the ID of the case. */
export const verdictsOf = (cases: readonly Case[], scratch: string): ReadonlyMap<string, Verdicts> => {
  const root = join(scratch, 'cases');
  const folders = written(cases, root);
  const found = new Map<string, Verdicts>();
  if (hasOpenssl) {
    found.set('openssl', new Map(folders.map(({ one, folder }) => [one.id, byOpenssl(folder, one)])));
  }
  if (hasGo) found.set('go', byGo(root, scratch));
  if (hasJava) found.set('java', byJava(root, scratch));
  return found;
};
