/** Runs the commands of docs/certificates.md in their order on the page: the first ten, and those of a guarded fleet. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/certificates.md'), 'utf8');
const [commands = [], ceremony = []] = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^trivet /, '')),
);

const { trivet } = useSandbox({ fresh: true });
const folder = mkdtempSync(join(tmpdir(), 'trivet-page-'));
const before = process.cwd();
// Files that a command names are relative to the working directory of the process.
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands from a CA to a renewed host', () => {
  test('each does what it says', async () => {
    const outputs: string[] = [];
    for (const line of commands) {
      const { code, stdout, stderr } = await trivet(line, { cwd: folder });
      expect(`${line}: ${code}`, stderr).toBe(`${line}: 0`);
      outputs.push(stdout);
    }
    expect(outputs[4]).toMatch(/chain\tok[\s\S]*revocation\tok/);
    // No certificate is due, and the last line is the one that was replaced and revoked.
    expect(outputs[6]).toBe('');
    expect(outputs[9]).toContain('www.example.com');
    const files = ['fullchain.pem', '.trivet/previous/fullchain.pem'].map((name) =>
      readFileSync(join(folder, 'tls', name), 'utf8'),
    );
    expect(files[0]).not.toBe(files[1]);
  });
});

describe('the commands from a root ceremony to a guarded fleet', () => {
  test('renew and guard what the file declares', async () => {
    const fleet = /^```yaml fleet\.yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
    writeFileSync(join(folder, 'fleet.yaml'), fleet, { mode: 0o600 });
    rmSync(join(folder, 'root.pem'), { force: true });
    const outputs = new Map<string, string>();
    for (const line of ceremony) {
      const { code, stdout, stderr } = await trivet(line, { cwd: folder });
      expect(`${line}: ${code}`, stderr).toBe(`${line}: 0`);
      outputs.set(line.split(' ').slice(1, 3).join(' '), stdout);
    }
    expect(outputs.size).toBeGreaterThan(8);
    expect(outputs.get('guard fleet.yaml')?.match(/renewed/g)).toHaveLength(2);
    expect(outputs.get('verify proxy')).toMatch(/served\tok[\s\S]*chain\tok[\s\S]*names\tok/);
    expect(readFileSync(join(folder, 'proxy/haproxy.pem'), 'utf8').match(/BEGIN CERTIFICATE/g)).toHaveLength(
      2,
    );
  });
});
