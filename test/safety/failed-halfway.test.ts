/** Tests failures in the middle of several steps at another system: what they leave is never called unchanged. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../support/answering.ts';

const asV1 = (code: string, status: number): string => `${code}: no\n\tstatus code: ${status}, request id: x`;
const refusedConnection =
  'RequestError: send request failed\ncaused by: Post "http://h/": dial tcp h: connect: connection refused';

test.each([
  [
    'lease revoke aws/creds/ci/x --yes',
    400,
    'failed to revoke entry: resp: (*logical.Response)(nil) err: ServiceFailure: made to fail',
    'unknown',
    'The lease stays',
  ],
  [
    'aws static-role delete r --yes',
    500,
    `failed to clean credentials while deleting role "r": couldn't delete from IAM: ${asV1('NoSuchEntity', 404)}`,
    'unknown',
    'the server has dropped its access key',
  ],
  [
    'aws static-role delete r --yes',
    500,
    `failed to clean credentials while deleting role "r": couldn't delete from IAM: ${refusedConnection}`,
    'unknown',
    'the server has dropped its access key',
  ],
  [
    'aws static-role write r --username u --rotation-period 1h --yes',
    500,
    `failed to create new credentials for role "r": unable to create new access keys for user "u": ${refusedConnection}`,
    'unknown',
    'The role is written, but has no access key',
  ],
  [
    'aws static-role write r --username u --rotation-period 1h --yes',
    500,
    `failed to create new credentials for role "r": iam user didn't exist: unable to validate username "u": ${asV1('NoSuchEntity', 404)}`,
    'unknown',
    'The role is written, but has no access key',
  ],
  [
    'aws rotate-root --yes',
    500,
    `error deleting old access key: ${refusedConnection}`,
    'done',
    'The server uses the new key',
  ],
  [
    'aws creds ci',
    400,
    `Error creating IAM user: ${asV1('ServiceFailure', 500)}`,
    'unknown',
    'If the provider made a user, the server does not delete it',
  ],
])(
  '%s: what a failure in the middle leaves is not called unchanged',
  async (line, status, error, effect, hint) => {
    const sent: string[] = [];
    const failed = await answering(`${line} -o json`, secretsAt, ({ method, path }) => {
      const isChange = path.includes('/creds/') || (method !== 'GET' && !path.endsWith('/lookup'));
      if (!isChange)
        return { status: 200, body: { data: { id: 'x', name: 'r', username: 'u', access_key: 'AKIA' } } };
      sent.push(path);
      return { status, body: { errors: [error] } };
    });
    // Once: a second request would find the first half done, and succeed.
    expect(sent).toHaveLength(1);
    const isUnknown = effect === 'unknown';
    expect(failed.code).toBe(isUnknown ? 9 : 1);
    expect(JSON.parse(failed.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: isUnknown ? 'unknown-outcome' : 'refused', effect },
    });
    expect(failed.stderr).toContain(hint);
  },
);

test('a provider that cannot be reached may have made what it was asked for before', async () => {
  // The provider's client sends a lost request again, and the last attempt found nobody.
  const failed = await answering('aws creds ci -o json --timeout 1s', secretsAt, () => ({
    status: 400,
    body: { errors: [`Error creating IAM user: ${refusedConnection}`] },
  }));
  expect(failed.code).toBe(9);
  expect(JSON.parse(failed.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
    error: { effect: 'unknown' },
  });
});

test.each([
  ['aws creds ci', 400, `Error creating IAM user: ${asV1('AccessDenied', 403)}`],
  ['aws rotate-root --yes', 500, `error calling CreateAccessKey: ${asV1('LimitExceeded', 409)}`],
])('%s: what the provider refused in its first step is unchanged: %d %s', async (line, status, error) => {
  const failed = await answering(`${line} -o json --timeout 1s`, secretsAt, ({ method, path }) =>
    method !== 'GET' || path.includes('/creds/')
      ? { status, body: { errors: [error] } }
      : { status: 404, body: { errors: [] } },
  );
  expect(JSON.parse(failed.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
    error: { effect: 'unchanged' },
  });
});
