/** Tests what is said of a record in which nothing has a value. */
import { expect, test } from 'vitest';
import { answering } from '../support/answering.ts';

test('a record without a value is described only on a terminal', async () => {
  const env = (origin: string) => ({ TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_TOKEN: 't' });
  const lists = { issuing_certificates: [], crl_distribution_points: [], ocsp_servers: [] };
  const reply = () => ({ body: JSON.stringify({ data: { ...lists, enable_templating: null } }) });
  const shown = await answering('pki urls show', env, reply, { tty: true });
  expect(shown).toMatchObject({ code: 0, stdout: '', stderr: 'none of its fields has a value\n' });
  expect(await answering('pki urls show', env, reply)).toMatchObject({ code: 0, stderr: '' });
});
