/** Tests `trivet message`: create, list, show, update by merging, delete (document 2 §2.1, §4.1). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { messageText, statusOf } from '../../../src/commands/message/workflows/text.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox();

const folder = mkdtempSync(join(tmpdir(), 'trivet-message-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const created = async (rest: string): Promise<string> => {
  const result = await trivet(`message create --start-time 2020-01-01 ${rest} --field id`);
  if (result.code !== 0) throw new Error(result.stderr);
  return result.stdout;
};

const bodies = (): readonly unknown[] =>
  requests()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);

describe('message create', () => {
  test('sends the message as base64, from text, a file or standard input', async () => {
    const path = join(folder, 'body.md');
    writeFileSync(path, 'from a file: é\n');
    clear();
    await created('--title a --message "in words"');
    await created(`--title b --message @${path}`);
    expect(
      (await trivet('message create --title c --start-time 2020-01-01 --message -', { stdin: 'piped' })).code,
    ).toBe(0);
    expect(bodies()).toEqual([
      { title: 'a', start_time: '2020-01-01T00:00:00Z', message: Buffer.from('in words').toString('base64') },
      {
        title: 'b',
        start_time: '2020-01-01T00:00:00Z',
        message: Buffer.from('from a file: é\n').toString('base64'),
      },
      { title: 'c', start_time: '2020-01-01T00:00:00Z', message: Buffer.from('piped').toString('base64') },
    ]);
  });

  test('accepts times in RFC 3339, as a date, or from now', async () => {
    clear();
    const now = Date.parse('2026-11-21T10:00:00Z');
    const line = 'message create --title t --message m --start-time +2h --end-time 2027-01-01T00:00:00+01:00';
    expect((await trivet(line, { now: () => now })).code).toBe(0);
    expect(bodies()).toMatchObject([
      { start_time: '2026-11-21T12:00:00Z', end_time: '2026-12-31T23:00:00Z' },
    ]);
    expect((await trivet('message create --title t --message m --start-time tomorrow')).code).toBe(2);
  });

  test('requires title, message and start, and refuses an end before the start', async () => {
    clear();
    const { code, stderr } = await trivet('message create');
    expect(code).toBe(2);
    for (const flag of ['--title', '--message', '--start-time'])
      expect(stderr).toContain(`${flag} is required`);
    const backwards = await trivet(
      'message create --title t --message m --start-time 2026-12-01 --end-time 2026-11-01',
    );
    expect(backwards).toMatchObject({ code: 2 });
    expect(requests()).toEqual([]);
  });

  test('sends type, link and options, and refuses two links', async () => {
    clear();
    await created(
      '--title t --message m --type modal --link "Details=https://status.example.com/?a=b" --option color=\'"red"\' --option size=3',
    );
    expect(bodies()).toMatchObject([
      {
        type: 'modal',
        link: { Details: 'https://status.example.com/?a=b' },
        options: { color: 'red', size: 3 },
      },
    ]);
    const two = await trivet(
      'message create --title t --message m --start-time 2020-01-01 --link a=b --link c=d',
    );
    expect(two.code).toBe(2);
    expect(
      (await trivet('message create --title t --message m --start-time 2020-01-01 --type toast')).code,
    ).toBe(2);
  });

  test('notes that a message before login is public, but not for one after login', async () => {
    const line = 'message create --title t --message m --start-time 2020-01-01';
    expect((await trivet(`${line} --no-authenticated`)).stderr).toContain('is public');
    const after = await trivet(`${line} --authenticated`);
    expect(after.stderr).not.toContain('is public');
    expect((await trivet(line)).stderr).not.toContain('is public');
  });
});

describe('message list and show', () => {
  test('distinguish active, scheduled and expired messages', async () => {
    const active = await created('--title now --message m');
    const expired = await created('--title past --message m --end-time 2020-02-01');
    const scheduled = (await trivet('message create --title later --message m --start-time +24h --field id'))
      .stdout;
    const rows = (await trivet('message list')).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const statusById = new Map(rows.map(([id = '', , status = '']) => [id, status]));
    expect([active, expired, scheduled].map((id) => statusById.get(id))).toEqual([
      'active',
      'expired',
      'scheduled',
    ]);
    expect((await trivet('message list -o name')).stdout.split('\n')).toContain(active);
  });

  test('filter by each value, and by none if the filter is left out', async () => {
    await created('--title pre --message m --no-authenticated --type modal');
    await created('--title gone --message m --end-time 2020-02-01');
    clear();
    const all = (await trivet('message list -o jsonl')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const filtered = async (
      flags: string,
    ): Promise<readonly { title: string; type: string; authenticated: boolean }[]> =>
      (await trivet(`message list ${flags} -o jsonl`)).stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const [active, inactive] = [await filtered('--active'), await filtered('--no-active')];
    expect(active.length + inactive.length).toBe(all.length);
    expect(inactive.map(({ title }) => title)).toContain('gone');
    expect((await filtered('--no-authenticated')).every(({ authenticated }) => !authenticated)).toBe(true);
    expect((await filtered('--type modal')).every(({ type }) => type === 'modal')).toBe(true);
    expect(requests().map(({ query }) => query.replace(/^\?/, ''))).toEqual([
      '',
      'active=true',
      'active=false',
      'authenticated=false',
      'type=modal',
    ]);
  });

  test('decode the message; json has it as the server sent it', async () => {
    const id = await created('--title t --message "Zeile ü"');
    expect((await trivet(`message show ${id} --field message`)).stdout).toBe('Zeile ü');
    expect((await trivet(`message show ${id}`)).stdout).toContain('message\tZeile ü');
    expect(await json(`message show ${id}`)).toMatchObject({
      data: { message: Buffer.from('Zeile ü').toString('base64') },
    });
    expect((await trivet('message show 00000000-0000-4000-8000-000000000000')).code).toBe(5);
  });

  test('keep a message that is not text in base64', () => {
    expect(messageText('SGVsbG8=')).toBe('Hello');
    expect(messageText('Hello there')).toBe('Hello there');
    expect(messageText('/////w==')).toBe('/////w==');
  });

  test('derive the status from the period if the server does not report it', () => {
    const now = Date.parse('2026-06-01T00:00:00Z');
    const of = (start: string, end?: string) => statusOf({ start_time: start, end_time: end }, now);
    expect(of('2026-05-01T00:00:00Z')).toBe('active');
    expect(of('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z')).toBe('expired');
    expect(of('2026-06-01T00:00:01Z')).toBe('scheduled');
    expect(statusOf({}, now)).toBeUndefined();
  });
});

describe('message update', () => {
  test('reads first and sends everything again, so that nothing is lost', async () => {
    const id = await created(
      '--title t --message "keep me" --end-time 2030-01-01 --no-authenticated --type modal --link a=https://example.com --option n=1',
    );
    clear();
    expect((await trivet(`message update ${id} --title new`)).stderr).toContain('is public');
    expect(requests().map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(bodies()).toEqual([
      {
        title: 'new',
        message: Buffer.from('keep me').toString('base64'),
        start_time: '2020-01-01T00:00:00Z',
        end_time: '2030-01-01T00:00:00Z',
        type: 'modal',
        authenticated: false,
        link: { a: 'https://example.com' },
        options: { n: 1 },
      },
    ]);
  });

  test('--unset removes end, link and options', async () => {
    const id = await created(
      '--title t --message m --end-time 2030-01-01 --link a=https://example.com --option n=1',
    );
    clear();
    expect((await trivet(`message update ${id} --unset end-time --unset link --unset options`)).code).toBe(0);
    expect(Object.keys(Object(bodies()[0])).sort()).toEqual([
      'authenticated',
      'message',
      'start_time',
      'title',
      'type',
    ]);
    expect(await json(`message show ${id}`)).toMatchObject({ data: { end_time: null } });
    expect((await trivet(`message update ${id} --unset title`)).code).toBe(2);
  });

  test("--body overrides the server's values, and a flag overrides --body", async () => {
    const id = (
      await trivet(
        "message create --title old --message m --start-time 2026-01-01 --link 'a=https://a.example' --type modal -o name",
      )
    ).stdout.trim();
    const body = JSON.stringify({ title: 'body', type: 'banner', link: { b: 'https://b.example' } });
    const updated = await json(`message update ${id} --body - --type modal`, { stdin: body });
    expect((updated as { data: unknown }).data).toMatchObject({
      title: 'body',
      type: 'modal',
      link: { b: 'https://b.example' },
      message: 'bQ==',
    });
    const opened = await trivet(`message update ${id} --body - -o name`, {
      stdin: '{"authenticated":false}',
    });
    expect(opened.stderr).toContain('is public');
  });

  test('shows with a dry run what it would send', async () => {
    const id = await created('--title t --message m');
    clear();
    const { code, stdout } = await trivet(`message update ${id} --title new --dry-run`);
    expect(code).toBe(0);
    expect(stdout).toContain('"title": "new"');
    expect(requests().map(({ method }) => method)).toEqual(['GET']);
  });

  test('exits 5 for an unknown ID, and nothing is written', async () => {
    clear();
    expect((await trivet('message update 00000000-0000-4000-8000-000000000000 --title t')).code).toBe(5);
    expect(bodies()).toEqual([]);
  });
});

test('delete asks and removes the message', async () => {
  const id = await created('--title t --message m');
  clear();
  const unasked = await trivet(`message delete ${id}`);
  expect(unasked.code).toBe(2);
  expect(unasked.stderr).toContain(`Delete message ${id}?`);
  expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  const { code, stderr } = await trivet(`message delete ${id} --yes`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `deleted message ${id}\n` });
  expect((await trivet(`message show ${id}`)).code).toBe(5);
});

test("a message over the limit of one hundred is refused with the server's words", async () => {
  const present = (await trivet('message list -o name')).stdout.trim().split('\n').length;
  for (let count = present; count < 100; count += 1) await created(`--title n${count} --message m`);
  const { code, stderr } = await trivet('message create --title more --message m --start-time 2020-01-01');
  expect(code).toBe(1);
  expect(stderr).toMatch(/maximum|100/);
});
