/** What was not compared is not equal: parts that a server does not report, warnings, and what a write left behind. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FakeRequest } from '../../support/fake-server.ts';
import { fakeServer } from '../../support/fake-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, sandbox } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-not-compared-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string): string => {
  const path = join(folder, 'a.yaml');
  writeFileSync(path, text);
  return path;
};

/** The sandbox's secrets server behind one that can change replies, or act between requests. */
const behind = async (after: (request: FakeRequest, reply: unknown) => unknown) => {
  const { secrets } = sandbox().urls;
  const server = await fakeServer(async (request) => {
    const { method, url, headers, body } = request;
    const reply = await fetch(new URL(url, secrets), {
      method,
      headers: { authorization: headers.authorization ?? '' },
      ...(body === '' ? {} : { body }),
    });
    const text = await reply.text();
    const document: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: reply.status, body: (await after(request, document)) ?? document };
  });
  return { TRIVET_SECRETS_URL: `${server.origin}/v1` };
};

test('a setting that the server drops is not done, whatever the server says', async () => {
  const env = await behind((request, reply) => {
    const data = (reply as { data?: Record<string, unknown> } | undefined)?.data;
    if (request.method !== 'GET' || data === undefined) return undefined;
    const { max_ttl: _, ...rest } = data;
    return { ...(reply as object), data: rest };
  });
  const file = write('kind: pki-role\nname: web\nsettings:\n  max_ttl: 99h\n  ttl: 3h\n');
  const applied = await trivet(`apply ${file} --yes`, { env });
  expect(applied.code, applied.stderr).toBe(6);
  expect(applied.stdout).toContain('written, but the server has another value now: max_ttl');
});

test('what somebody else writes at the same moment is a conflict', async () => {
  let written = false;
  const env = await behind(async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/pki/roles/web' || written) return;
    written = true;
    await trivet('pki role update web --ttl 7h');
  });
  const file = write('kind: pki-role\nname: web\nsettings:\n  ttl: 3h\n');
  const applied = await trivet(`apply ${file} --yes`, { env });
  expect(applied.code).toBe(6);
  expect(applied.stdout).toContain('written, but the server has another value now: ttl');
});

test('what somebody else writes before the end of the run is reported', async () => {
  let moved = false;
  const env = await behind(async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/pki/roles/late' || moved) return;
    moved = true;
    await trivet('pki role update web --ttl 7h');
  });
  const file = write(
    'kind: pki-role\nname: web\nsettings:\n  ttl: 3h\n---\nkind: pki-role\nname: late\nsettings:\n  ttl: 3h\n',
  );
  const applied = await trivet(`apply ${file} --yes --parallel 1`, { env });
  expect(applied.code).toBe(10);
  expect(applied.stdout.split('\tdone\t')).toHaveLength(3);
  expect(applied.stderr).toContain('pki-role web in mount pki was changed again before the run ended: ttl');
});

test('a warning of the server stands in the row of its object', async () => {
  const env = await behind(({ method }, reply) =>
    method === 'POST' ? { ...(reply as object | undefined), warnings: ['the issuer is old'] } : undefined,
  );
  const file = write('kind: pki-role\nname: web\nsettings:\n  ttl: 3h\n');
  const applied = await trivet(`apply ${file} --yes`, { env });
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stdout).toContain('the server warns: the issuer is old');
});

describe('on a product that does not have a part of a kind', () => {
  const otf = useSandbox({ fresh: true, products: ['otf'] });
  const inFolder = { TRIVET_WORKSPACES_PRODUCT: 'otf' };
  const one = (name: string, more = ''): string =>
    `kind: workspace\nname: ${name}\n${more}consumers: [dns-dev]\n`;
  const reason = 'consumers could not be compared: the server does not have it';

  test('an object that was made without it has a row with the reason, and the exit code says so', async () => {
    const file = write([one('w1'), one('w2')].join('---\n'));
    const env = { ...inFolder, TRIVET_CONFIG_DIR: folder };
    const applied = await otf.trivet(`apply ${file} --yes --parallel 1 -o json`, { env });
    expect(applied.code, applied.stderr).toBe(10);
    expect(JSON.parse(applied.stdout)).toMatchObject([
      { name: 'demo/w1', action: 'create', result: 'done', reason },
      { name: 'demo/w2', action: 'create', result: 'done', reason },
    ]);
    expect(applied.stderr).toContain(`${reason} (2 objects)`);
    expect((await otf.trivet(`diff ${file} --detailed-exitcode`, { env })).code).toBe(11);
  });

  test('an object for which nothing is sent has a row beside those that were written', async () => {
    await otf.done('workspace create w1 --organization demo');
    const file = write([one('w1'), 'kind: workspace\nname: w2\n'].join('---\n'));
    const env = { ...inFolder, TRIVET_CONFIG_DIR: folder };
    const applied = await otf.trivet(`apply ${file} --yes -o json`, { env });
    expect(applied.code, applied.stderr).toBe(10);
    expect(JSON.parse(applied.stdout)).toMatchObject([
      { name: 'demo/w1', action: 'unknown', reason },
      { name: 'demo/w2', action: 'create', result: 'done', reason: null },
    ]);
    expect(applied.stderr).toContain(`${reason} (1 object)`);
  });

  test('the continuation of a run that was cut off says the same of what the first part wrote', async () => {
    const file = write([one('w1'), one('w2')].join('---\n'));
    const env = { ...inFolder, TRIVET_CONFIG_DIR: folder };
    await otf.trivet(`apply ${file} --yes --parallel 1`, { env });
    const receipts = join(folder, 'receipts');
    const [closed = ''] = readdirSync(receipts);
    const lines = readFileSync(join(receipts, closed), 'utf8').split('\n');
    const until = lines.findIndex((line) => line.startsWith('{"item":2'));
    const journal = join(receipts, closed.replace(/\.\d+d\.receipt$/, '.journal'));
    renameSync(join(receipts, closed), journal);
    writeFileSync(journal, `${lines.slice(0, until).join('\n')}\n`, { mode: 0o600 });
    await otf.done('workspace force-delete w2 --confirm w2');
    const continued = await otf.trivet(`apply --resume ${journal} --yes`, { env });
    expect(continued.code, continued.stderr).toBe(10);
    expect(continued.stdout.split(reason)).toHaveLength(3);
    expect(continued.stderr).toContain(`${reason} (2 objects)`);
  });
});
