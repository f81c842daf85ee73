/** Which mount a certificate is revoked in, where several have it or none. */
import { expect, test } from 'vitest';
import { mountOfCertificate } from '../../../src/commands/pki/mount-of-certificate.ts';
import type { Session } from '../../../src/run/session/session.ts';
import { Exit, TrivetError } from '../../../src/system/error.ts';

/** A session whose profile names mounts, of which some have the certificate. */
const sessionWith = (mounts: readonly string[], having: readonly string[], exit: number = Exit.notFound) => {
  const [value = '', ...also] = mounts;
  const read: string[] = [];
  const session = {
    globals: { validate: true },
    receipt: {},
    signal: new AbortController().signal,
    endpoint: () => Promise.resolve({ baseUrl: 'https://s', context: { mounts: { pki: { value, also } } } }),
    lookUp: (_: unknown, { mount }: { readonly mount: string }) => {
      read.push(mount);
      return having.includes(mount)
        ? Promise.resolve({})
        : Promise.reject(new TrivetError('no', exit, `no certificate in ${mount}`));
    },
  };
  return { session: session as unknown as Session, read };
};

test('a certificate of two mounts is refused, with both names', async () => {
  const { session } = sessionWith(['pki', 'pki_int', 'third'], ['pki', 'third']);
  await expect(mountOfCertificate(session, '39:dd')).rejects.toMatchObject({
    exit: Exit.usage,
    message: 'the certificate 39:dd is in several mounts: pki, third',
    details: { hint: 'Name one: --mount pki' },
  });
});

test.each([
  ['the mount that has it', ['pki', 'pki_int'], ['pki_int'], 'pki_int', ['pki', 'pki_int']],
  ['none where no mount has it', ['pki', 'pki_int'], [], undefined, ['pki', 'pki_int']],
  ['the only mount, without a read', ['own'], [], 'own', []],
])('%s', async (_, mounts, having, expected, reads) => {
  const { session, read } = sessionWith(mounts, having);
  expect(await mountOfCertificate(session, '39DD')).toBe(expected);
  expect(read).toEqual(reads);
});

test('a server that does not answer is not a mount without the certificate', async () => {
  const { session } = sessionWith(['pki', 'pki_int'], [], Exit.unreachable);
  await expect(mountOfCertificate(session, '39DD')).rejects.toMatchObject({ exit: Exit.unreachable });
});
