/** Tests statements of document 1 that no other test covers, against the sandbox. */
import { describe, expect, test } from 'vitest';
import { answering } from '../../support/answering.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests } = useSandbox({ fresh: true });

const sentAttributes = (): unknown => {
  const body = requests().at(-1)?.body as { data: { attributes: unknown } } | undefined;
  return body?.data.attributes;
};

const lines = (text: string): readonly string[] => text.split('\n').filter(Boolean);

describe('attributes', () => {
  test('a name is the only required attribute of a creation', async () => {
    const nameless = await trivet('workspace create');
    expect(nameless).toMatchObject({ code: 2, stdout: '' });
    expect(nameless.stderr).toMatch(/<name> is missing/);
    expect(requests()).toEqual([]);
    expect((await trivet('workspace create edge-dev')).code).toBe(0);
    expect(sentAttributes()).toEqual({ name: 'edge-dev' });
  });

  test('the mode agent needs a pool of the organization', async () => {
    const pool = (await trivet('workspace show ci-runners-prod --field agent-pool-id')).stdout;
    const line = 'workspace create edge-dev --execution-mode agent --agent-pool-id';
    expect((await trivet(`${line} ${pool}`)).code).toBe(0);
    expect(sentAttributes()).toMatchObject({ 'execution-mode': 'agent', 'agent-pool-id': pool });
    const foreign = await trivet(`${line.replace('edge-dev', 'edge-qa')} apool-0000000000000000`);
    expect(foreign.code).toBe(1);
    expect(foreign.stderr).toMatch(/agent-pool-id/);
  });

  test('operations is sent unchanged, with a note that it is deprecated', async () => {
    const { code, stderr } = await trivet('workspace create edge-dev --no-operations');
    expect(code).toBe(0);
    expect(stderr).toMatch(/--operations is deprecated: use --execution-mode/);
    expect(sentAttributes()).toEqual({ name: 'edge-dev', operations: false });
    expect((await trivet('workspace show edge-dev --field execution-mode')).stdout).toBe('local');
  });

  test('false inherits the organization default, and only booleans are accepted', async () => {
    await trivet('workspace create edge-dev --execution-mode local');
    await trivet('workspace update edge-dev --setting-overwrites execution-mode=false');
    expect(sentAttributes()).toEqual({ 'setting-overwrites': { 'execution-mode': false } });
    expect((await trivet('workspace show edge-dev --field execution-mode')).stdout).toBe('remote');
    const sent = requests().length;
    for (const value of ['no', '1', '"false"', 'null']) {
      const refused = await trivet(
        `workspace update edge-dev --setting-overwrites 'execution-mode=${value}'`,
      );
      expect(refused).toMatchObject({ code: 2, stdout: '' });
    }
    expect(requests()).toHaveLength(sent);
  });

  test('times and durations are sent as given, relative times as RFC 3339, and unset ones as null', async () => {
    const now = (): number => Date.parse('2027-01-01T00:00:00Z');
    await trivet(
      'workspace update billing-dev --auto-destroy-at +2h --auto-destroy-activity-duration 9999h',
      {
        now,
      },
    );
    expect(sentAttributes()).toEqual({
      'auto-destroy-at': '2027-01-01T02:00:00Z',
      'auto-destroy-activity-duration': '9999h',
    });
    await trivet('workspace update billing-dev --unset auto-destroy-at,auto-destroy-activity-duration');
    expect(sentAttributes()).toEqual({ 'auto-destroy-at': null, 'auto-destroy-activity-duration': null });
  });

  test('an empty list is sent', async () => {
    await trivet("workspace update network-prod --trigger-patterns '' --trigger-prefixes a,b");
    expect(sentAttributes()).toEqual({ 'trigger-patterns': [], 'trigger-prefixes': ['a', 'b'] });
    expect((await trivet('workspace show network-prod --field trigger-prefixes')).stdout).toBe('a\nb');
  });

  test('the creator is shown as created via', async () => {
    const line =
      'workspace create edge-dev --source-name ci --source-url https://ci.example/1 --color never -o table';
    expect((await trivet(line, { tty: true })).stdout).toMatch(/^created via +ci$/m);
    expect((await trivet('workspace show edge-dev --field source-url')).stdout).toBe('https://ci.example/1');
  });

  test('settings that an update leaves out keep their values', async () => {
    const before = (await json('workspace show network-prod')) as {
      data: { attributes: Record<string, unknown> };
    };
    await trivet('workspace update network-prod --description new');
    const after = (await json('workspace show network-prod')) as typeof before;
    expect({ ...after.data.attributes, 'updated-at': '' }).toEqual({
      ...before.data.attributes,
      description: 'new',
      'updated-at': '',
    });
  });

  test('a blank project moves nothing, and a move without the permission is refused', async () => {
    const project = (await trivet('workspace show billing-dev --field project')).stdout;
    expect((await trivet("workspace update billing-dev --project ''")).code).toBe(0);
    expect((await trivet('workspace show billing-dev --field project')).stdout).toBe(project);
    const foreign = await trivet(`workspace update playground-dev --project ${project}`, { as: 'operator' });
    expect(foreign.code).toBe(1);
    expect(foreign.stderr).toMatch(/project/i);
  });

  test('creation needs the permission', async () => {
    expect((await trivet('workspace create edge-dev', { as: 'operator' })).code).toBe(5);
    const reader = await trivet('workspace create edge-dev', { as: 'reader' });
    expect(reader.code).toBe(5);
    expect(reader.stderr).toMatch(/Manage all workspaces, or an organization token/);
  });
});

describe('repository', () => {
  test('an identifier with three levels is accepted', async () => {
    const line =
      'workspace create edge-dev --vcs-repo-identifier acme/net/_git/edge --vcs-repo-oauth-token-id ot-1';
    expect((await trivet(line)).code).toBe(0);
    expect(sentAttributes()).toMatchObject({
      'vcs-repo': { identifier: 'acme/net/_git/edge', 'oauth-token-id': 'ot-1' },
    });
  });

  test('an empty branch means the default branch, and an application replaces a token', async () => {
    await trivet("workspace update network-prod --vcs-repo-branch ''");
    expect(sentAttributes()).toEqual({ 'vcs-repo': { branch: '' } });
    expect(
      (await trivet('workspace update network-prod --vcs-repo-vcs-app-installation-id ghain-1')).code,
    ).toBe(0);
    expect(sentAttributes()).toEqual({ 'vcs-repo': { 'vcs-app-installation-id': 'ghain-1' } });
  });

  test('it is connected with a name and a token', async () => {
    const half = await trivet('workspace update billing-dev --vcs-repo-identifier acme/billing');
    expect(half.code).toBe(1);
    expect(half.stderr).toMatch(/oauth-token-id/);
    const whole =
      'workspace update billing-dev --vcs-repo-identifier acme/billing --vcs-repo-oauth-token-id ot-1';
    expect((await trivet(whole)).stdout).toMatch(/vcs-repo\.identifier\tacme\/billing/);
  });
});

describe('workspace show', () => {
  test('prints averages as times on a terminal and in milliseconds in a pipe', async () => {
    const { stdout } = await trivet('workspace show network-prod --color never', { tty: true });
    expect(stdout).toMatch(/^average apply +1m3\d\.\d+s$/m);
    expect((await trivet('workspace show network-prod')).stdout).toMatch(/^apply-duration-average\t\d{4,}$/m);
  });

  test('adds included resources below the record, also nested ones', async () => {
    const { stdout } = await trivet('workspace show dns-prod --include locked_by,current_run.plan');
    expect(stdout).toMatch(/^locked-by\.username\tmia\.tanaka$/m);
    expect(stdout).toMatch(/^current-run\.status\t\w+$/m);
    expect(stdout).toMatch(/^current-run\.plan\.status\t\w+$/m);
    const outputs = await trivet('workspace show network-prod --include outputs --color never', {
      tty: true,
    });
    expect(outputs.stdout).toMatch(/outputs\.vpc_id +vpc-/);
    expect(outputs.stdout).toMatch(/outputs\.vpn_preshared_key +\(sensitive\)/);
    const run = 'current_run.configuration_version.ingress_attributes';
    const deep = await trivet(`workspace show network-prod --include ${run}`);
    expect(deep.stdout).toMatch(/^current-run\.configuration-version\.ingress-attributes\.commit-sha\t\w+$/m);
  });

  test('accepts include in a list, too', async () => {
    const { stdout } = await trivet(
      'workspace list --search-name dns-prod --include locked_by,project -o jsonl',
    );
    expect(JSON.parse(lines(stdout)[0] ?? '')).toMatchObject({
      'locked-by.username': 'mia.tanaka',
      'project.name': 'platform',
    });
    expect((await trivet('workspace list --include locked_by -o json')).stdout).toMatch(/"included"/);
  });

  test('resolves paths relative to the base URL', async () => {
    const { asked } = await answering(
      'workspace show ws-0123456789abcdef',
      (origin) => ({
        TRIVET_WORKSPACES_URL: `${origin}/behind/a/proxy/api/v2/`,
        TRIVET_WORKSPACES_TOKEN: 'the-token',
      }),
      () => ({ body: { data: { type: 'workspaces', id: 'ws-0123456789abcdef', attributes: {} } } }),
    );
    expect(asked.map(({ path }) => path)).toEqual(['/behind/a/proxy/api/v2/workspaces/ws-0123456789abcdef']);
  });
});

describe('locks', () => {
  test('send a reason only if given, unlock without a body, and always return the workspace', async () => {
    for (const [verb, locked] of [
      ['lock', 'true'],
      ['unlock', 'false'],
      ['lock', 'true'],
      ['force-unlock --yes', 'false'],
    ] as const) {
      const { code, stdout } = await trivet(`workspace ${verb} network-prod`);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^name\tnetwork-prod$/m);
      expect(stdout).toMatch(new RegExp(`^locked\\t${locked}$`, 'm'));
      expect(requests().at(-1)).toMatchObject({ method: 'POST', body: undefined });
    }
  });

  test.each([
    'lock <id>',
    'unlock <id>',
    'force-unlock <id> --yes',
    'tag remove <id> x',
    'consumer add <id> billing-dev',
    'consumer replace <id> billing-dev --yes',
    'consumer remove <id> billing-dev',
  ])('exit 5 for an unknown workspace: %s', async (line) => {
    const result = await trivet(`workspace ${line.replace('<id>', 'ws-0000000000000000')}`);
    expect(result).toMatchObject({ code: 5, stdout: '' });
    const sent = await trivet(`workspace ${line.replace('<id>', 'ws-0000000000000000')} --no-validate`);
    expect(sent.code).toBe(5);
    expect(requests().some(({ method }) => method !== 'GET')).toBe(true);
  });
});

describe('lists', () => {
  test('are requested with the page size as the only parameter', async () => {
    await trivet('workspace list -o name');
    expect(requests().map(({ query }) => query)).toEqual(['page%5Bsize%5D=100']);
  });

  test('have a stable order', async () => {
    const first = await trivet('workspace list -o name --page-size 13');
    expect((await trivet('workspace list -o name')).stdout).toBe(first.stdout);
  });

  test('several --tagged filters are combined with logical AND', async () => {
    const count = async (flags: string): Promise<number> =>
      lines((await trivet(`workspace list ${flags} -o name`)).stdout).length;
    const both = await count('--tagged environment=prod --tagged team=lab');
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThan(await count('--tagged environment=prod'));
  });
});
