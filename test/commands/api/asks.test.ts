/** Tests that a raw request asks where its command does, and before each deletion. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';

const send = async (line: string) => {
  const { code, stderr, asked } = await answering(`api secrets ${line}`, secretsAt, () => ({ status: 204 }));
  return [code, asked.map(({ method }) => method), stderr] as const;
};

test.each(['DELETE /pki/root', 'DELETE /sys/mounts/pki', 'POST /ldap/library/team-a'])(
  'without a terminal and without --yes nothing is sent: %s',
  async (line) => {
    expect(await send(line)).toEqual([2, [], expect.stringContaining('--yes')]);
    const [method] = line.split(' ');
    expect(await send(`${line} --yes`)).toEqual([0, [method], '']);
    expect((await send(`${line} --dry-run`)).slice(0, 2)).toEqual([0, []]);
  },
);

test('what no command asks about is sent', async () => {
  expect(await send('POST /sys/capabilities-self')).toEqual([0, ['POST'], '']);
  expect(await send('GET /pki/roles/web')).toEqual([0, ['GET'], '']);
});
