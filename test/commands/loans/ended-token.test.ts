/** Tests loans whose token ends while the command runs: the server takes back with it what was lent. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, path } = useConfigFolder();
const { sandbox } = useSandbox({ fresh: true });

const environment = (token: string): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  TRIVET_SECRETS_URL: sandbox().urls.secrets,
  TRIVET_SECRETS_TOKEN: token,
  TRIVET_SECRETS_PRODUCT: 'generic',
});
const asOwner = (line: string) => trivet(line, { env: environment(sandbox().tokens.owner) });

const tokenOf = async (ttl: string): Promise<string> => {
  const data = JSON.stringify({ policies: ['root'], ttl });
  const { stdout } = await asOwner(
    `api secrets POST /auth/token/create --data '${data}' --confirm /auth/token/create -o json`,
  );
  return (JSON.parse(stdout) as { auth: { client_token: string } }).auth.client_token;
};

const lent = ['aws creds ci', 'ldap creds dev', 'ldap library check-out team/ops'] as const;

describe.each(lent)('the loan of %s', (line) => {
  test('is unproven where the server does not accept its token any more, until another token shows its end', async () => {
    const token = await tokenOf('1h');
    // Ends the token as somebody else would.
    writeFileSync(
      path('end.mjs'),
      `const { status } = await fetch('${sandbox().urls.secrets}/auth/token/revoke-self', { method: 'POST', headers: { 'X-Vault-Token': '${token}' } });
      process.exit(status === 204 ? 0 : 1);`,
    );
    const { code, stderr } = await trivet(`${line} -- node ${path('end.mjs')}`, { env: environment(token) });
    expect(code, stderr).toBe(125);
    expect(stderr).toMatch(
      /could not be given back: the server does not accept the token any more: it takes .* back with it, but nothing shows that it did/,
    );
    expect((await asOwner('status --service secrets --fields kind -o tsv')).stdout).toContain('loan');
    const next = await asOwner('lease recover');
    expect(next.code).toBe(0);
    expect((await asOwner('lease recover')).stderr).toBe('nothing to return\n');
    expect((await asOwner('changes --where state=open -o name')).stdout).toBe('');
    expect((await asOwner('ldap library status team/ops --fields available')).stdout).toBe('true\ntrue\n');
  });

  test('has one end, that of its token where that comes first, in its first line and in its record', async () => {
    const copy = path('copy');
    writeFileSync(path('copy.sh'), `cat "$TRIVET_CONFIG_DIR"/lends/*.json > "${copy}"`);
    const { code, stderr } = await trivet(`${line} -- sh ${path('copy.sh')}`, {
      env: environment(await tokenOf('10m')),
    });
    expect(code, stderr).toBe(0);
    const [, shown = ''] = /, until (\S+), when its token ends/.exec(stderr) ?? [];
    const { until } = JSON.parse(readFileSync(copy, 'utf8')) as { readonly until: number };
    expect(new Date(until).toISOString().replace(/\.\d{3}Z$/, 'Z')).toBe(shown);
  });
});
