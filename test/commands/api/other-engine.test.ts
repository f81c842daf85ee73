/** Tests that a read-only run takes a raw read below a mount for what the engine of the mount makes of it. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';

const read = (path: string, mount: unknown) =>
  answering(
    `api secrets GET ${path}`,
    (origin) => ({ ...secretsAt(origin), TRIVET_READ_ONLY: '1' }),
    ({ path: sent }) => {
      if (!sent.includes('/sys/internal/ui/mounts/')) return { body: { data: { password: 'hush' } } };
      return mount === undefined ? { status: 404, body: { errors: [] } } : { body: { data: mount } };
    },
  );

test.each(['/secret/roles/foo', '/secret/data/roles/foo', '/secret/cert/foo', '/secret/config/urls'])(
  'below a mount of another engine it is not sent: %s',
  async (path) => {
    const { code, stdout, stderr, asked } = await read(path, { type: 'kv', path: 'secret/' });
    expect([code, stdout, stderr]).toEqual([4, '', expect.stringContaining('trivet does not know whether')]);
    expect(asked.map((one) => one.path)).not.toContain(`/v1${path}`);
  },
);

test.each([[{ type: 'pki', path: 'pki/' }], [undefined]])(
  'below a mount of its engine, or on a server that does not say, it is sent: %j',
  async (mount) => {
    const { code, asked } = await read('/pki/roles/web', mount);
    expect([code, asked.map((one) => one.path)]).toEqual([0, expect.arrayContaining(['/v1/pki/roles/web'])]);
  },
);
