/**
 * The policy over the cases of x509-limbo, which are not part of trivet: TRIVET_LIMBO names their file
 * (https://github.com/C2SP/x509-limbo, limbo.json). The other judges say what clients accept.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseCertificate } from '../../src/documents/x509/certificate.ts';
import { parseList } from '../../src/documents/x509/revocation-list.ts';
import { blocksOf } from '../../src/documents/pem.ts';
import { runCli } from '../support/run-cli.ts';
import { useSandbox } from '../support/sandbox.ts';
import { failuresOf, judgeAlone } from '../support/made-chain.ts';
import { verdictsOf } from './judges.ts';

interface LimboCase {
  readonly id: string;
  readonly importance: string;
  readonly features: readonly string[];
  readonly validation_kind: 'SERVER' | 'CLIENT';
  readonly trusted_certs: readonly string[];
  readonly untrusted_intermediates: readonly string[];
  readonly peer_certificate: string;
  readonly validation_time: string | null;
  readonly max_chain_depth: number | null;
  readonly expected_result: 'SUCCESS' | 'FAILURE';
  readonly expected_peer_name: { readonly value: string } | null;
  readonly crls: readonly string[];
}

const { trivet } = useSandbox();
const file = process.env['TRIVET_LIMBO'];
const cases: readonly LimboCase[] =
  file === undefined
    ? []
    : (JSON.parse(readFileSync(file, 'utf8')) as { readonly testcases: readonly LimboCase[] }).testcases;

/** Where trivet differs on purpose, with --strict; README.md has the table. */
const differences: Readonly<Record<string, string>> = {
  'rfc5280::eku::ee-without-eku': 'its pair of the same chain is a failure',
  'rfc5280::ca-as-leaf': 'its pair of the same chain is a failure',
  'webpki::nc::permitted-dns-match-noncritical': 'its pair of the same chain is a failure',
  'cve::cve-2024-0567': 'another case refuses an anchor like this one',
  'pathlen::validation-ignores-pathlen-in-leaf': 'openssl and Java refuse a CA as a server',
  'rfc5280::validity::notafter-fractional': 'all clients refuse it after the last second',
};

const rowsIn = (stdout: string): readonly Record<string, unknown>[] =>
  stdout === '' ? [] : (JSON.parse(stdout) as Record<string, unknown>[]);

const derIn = (pem: string): Uint8Array => blocksOf(pem)[0]?.der ?? Buffer.alloc(0);
const read = (pem: string) => parseCertificate(derIn(pem));
const now = Date.now();

const hostOf = ({ validation_kind: kind, expected_peer_name: peer }: LimboCase): string =>
  kind === 'SERVER' ? (peer?.value ?? '') : '';
const timeOf = ({ validation_time: time }: LimboCase): number => (time === null ? now : Date.parse(time));

const fails = (one: LimboCase, strict: boolean): boolean => {
  const host = hostOf(one);
  const judgement = judgeAlone(read(one.peer_certificate), {
    pool: one.untrusted_intermediates.map(read),
    anchors: one.trusted_certs.map(read),
    purpose: one.validation_kind === 'CLIENT' ? 'tls-client' : 'tls-server',
    hosts: host === '' ? [] : [host],
    at: timeOf(one),
    depth: one.max_chain_depth ?? undefined,
    revocation: {
      mode: 'check',
      lists: one.crls.map((pem) => parseList(derIn(pem))),
      isExplicit: one.crls.length > 0,
    },
  });
  return failuresOf(judgement, strict).length > 0;
};

const isPlain = (one: LimboCase): boolean =>
  one.validation_kind === 'SERVER' &&
  one.validation_time === null &&
  one.max_chain_depth === null &&
  !one.features.includes('denial-of-service');

const agrees = (one: LimboCase): boolean => fails(one, true) === (one.expected_result === 'FAILURE');

describe.skipIf(file === undefined)('x509-limbo, if TRIVET_LIMBO names its file', () => {
  test('a strict verdict is the expected one in 141 of 147 cases, and elsewhere for a reason', () => {
    const plain = cases.filter(isPlain);
    expect(plain).toHaveLength(147);
    expect(plain.filter(agrees).length).toBeGreaterThanOrEqual(141);
    expect(
      cases
        .filter((one) => !agrees(one))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(differences).sort());
  });

  test('a strict verdict is the expected one in all cases of high and critical importance', () => {
    const important = cases.filter(({ importance }) => importance !== 'undetermined');
    expect(important).toHaveLength(14);
    expect(important.filter((one) => !agrees(one))).toEqual([]);
  });

  test('the command agrees in 142 of 147 cases, whose files are in any order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limbo-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, pems: readonly string[]): string => {
      writeFileSync(join(folder, name), pems.join('\n'));
      return join(folder, name);
    };
    const failed = await Promise.all(
      cases.filter(isPlain).map(async (one, index) => {
        const host = hostOf(one);
        const chain = [one.peer_certificate, ...one.untrusted_intermediates];
        const { code } = await runCli([
          'pki',
          'verify',
          write(`${index}-chain`, chain),
          '--strict',
          '--purpose=tls-server',
          `--trust=${write(`${index}-roots`, one.trusted_certs)}`,
          ...(host === '' ? [] : ['--host', host]),
          ...(one.crls.length === 0 ? ['--revocation', 'off'] : ['--crl', write(`${index}-lists`, one.crls)]),
        ]);
        return (code !== 0) === (one.expected_result === 'FAILURE') ? [] : [one.id];
      }),
    );
    expect(failed.flat().filter((id) => differences[id] === undefined)).toEqual([]);
    expect(failed.flat().length).toBeLessThanOrEqual(5);
  });

  test('renew and guard leave none of them, and guard knows as much of revocation as verify', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limbo-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const plain = cases.filter(isPlain);
    const disagreeing: string[] = [];
    for (const [index, one] of plain.entries()) {
      const place = join(folder, String(index));
      mkdirSync(join(place, 'tls'), { recursive: true, mode: 0o700 });
      const chain = [one.peer_certificate, ...one.untrusted_intermediates].join('\n');
      writeFileSync(join(place, 'tls', 'fullchain.pem'), chain);
      writeFileSync(join(place, 'roots.pem'), one.trusted_certs.join('\n'));
      const fleet = 'endpoints:\n  - {folder: tls, role: web, trust: roots.pem}\n';
      writeFileSync(join(place, 'fleet.yaml'), fleet, { mode: 0o600 });
      const verify = await trivet(`pki verify ${place}/tls --trust ${place}/roots.pem -o json`);
      const guard = await trivet(`pki guard ${place}/fleet.yaml --dry-run -o json`);
      const renew = await trivet(`pki renew ${place}/tls --role web --dry-run`);
      const rows = rowsIn(verify.stdout).filter(
        ({ check, status }) => check === 'revocation' && status === 'unknown',
      );
      const [row] = rowsIn(guard.stdout);
      const isUnknown = String(row?.['unknown']).includes('revoked');
      const isLeft =
        row?.['status'] === 'ok' || (renew.code === 0 && !renew.stderr.includes('a run would renew'));
      // A folder whose certificate cannot be read fails in all three.
      const isRead = row?.['status'] !== 'failed';
      if (isLeft || (isRead ? rows.length > 0 !== isUnknown : verify.code === 0 || renew.code === 0))
        disagreeing.push(one.id);
    }
    expect(plain).toHaveLength(147);
    expect(disagreeing).toEqual([]);
  });

  test('nothing is refused that all clients accept, and nothing is ok that all refuse', () => {
    const folder = mkdtempSync(join(tmpdir(), 'judges-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // Clients were not asked for a greatest depth.
    const asked = cases.filter((one) => one.max_chain_depth === null);
    const judges = [
      ...verdictsOf(
        asked.map((one) => ({
          id: one.id,
          leaf: one.peer_certificate,
          untrusted: one.untrusted_intermediates,
          trusted: one.trusted_certs,
          purpose: one.validation_kind === 'CLIENT' ? 'tls-client' : 'tls-server',
          host: hostOf(one),
          at: timeOf(one),
          crls: one.crls,
        })),
        folder,
      ).values(),
    ];
    expect(judges.length).toBeGreaterThan(0);
    const wrong = asked.flatMap((one) => {
      const verdicts = judges.map((of) => of.get(one.id));
      const isRefused = fails(one, false);
      const all = verdicts.every((verdict) => verdict === !isRefused);
      return all || new Set(verdicts).size > 1 ? [] : [one.id];
    });
    expect(wrong).toEqual([]);
  });
});
