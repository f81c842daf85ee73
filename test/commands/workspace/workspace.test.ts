/** Tests document 1 through the command line, against the sandbox: crud, lists, locks. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const { trivet, json, requests, clear } = bench;

const attributesOf = (document: unknown): Record<string, unknown> =>
  (document as { data: { attributes: Record<string, unknown> } }).data.attributes;

const names = (text: string): readonly string[] => text.trim().split('\n').filter(Boolean);

describe('workspace create', () => {
  test('sends only what is given, in the JSON:API envelope', async () => {
    const result = await trivet(
      'workspace create edge-dev --description "An edge" --no-auto-apply --engine-version "~> 1.5.0"',
    );
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(requests()).toEqual([
      {
        method: 'POST',
        path: '/api/v2/organizations/demo/workspaces',
        query: '',
        body: {
          data: {
            type: 'workspaces',
            attributes: {
              name: 'edge-dev',
              description: 'An edge',
              'auto-apply': false,
              'engine-version': '~> 1.5.0',
            },
          },
        },
      },
    ]);
    expect(result.stdout).toMatch(/^name\tedge-dev\nid\tws-[A-Za-z0-9]{16}\n/);
  });

  test('leaves defaults to the server', async () => {
    const attributes = attributesOf(await json('workspace create edge-dev'));
    expect(attributes).toMatchObject({
      'allow-destroy-plan': true,
      'auto-apply': false,
      'auto-apply-run-trigger': false,
      'file-triggers-enabled': true,
      'global-remote-state': false,
      'queue-all-runs': false,
      'speculative-enabled': true,
      'assessments-enabled': false,
      operations: true,
      'trigger-patterns': [],
      'trigger-prefixes': [],
    });
  });

  test('sends every documented attribute by its name', async () => {
    const line = [
      'workspace create edge-dev --execution-mode remote --no-allow-destroy-plan',
      '--assessments-enabled --auto-apply --auto-apply-run-trigger --auto-destroy-at 2027-01-01T00:00:00Z',
      '--auto-destroy-activity-duration 14d --no-file-triggers-enabled --global-remote-state --queue-all-runs',
      '--source-name ci --source-url https://ci.example.com --no-speculative-enabled --engine-version 1.9.8',
      '--trigger-patterns "/a/**/*.tf,/b/*" --working-directory live --setting-overwrites execution-mode=true',
      '--vcs-repo-identifier acme/edge --vcs-repo-oauth-token-id ot-1 --vcs-repo-branch main',
      '--vcs-repo-ingress-submodules --vcs-repo-tags-regex "^v"',
    ].join(' ');
    const result = await trivet(line);
    expect(result.stderr).toBe('');
    expect(requests()[0]?.body).toEqual({
      data: {
        type: 'workspaces',
        attributes: {
          name: 'edge-dev',
          'execution-mode': 'remote',
          'allow-destroy-plan': false,
          'assessments-enabled': true,
          'auto-apply': true,
          'auto-apply-run-trigger': true,
          'auto-destroy-at': '2027-01-01T00:00:00Z',
          'auto-destroy-activity-duration': '14d',
          'file-triggers-enabled': false,
          'global-remote-state': true,
          'queue-all-runs': true,
          'source-name': 'ci',
          'source-url': 'https://ci.example.com',
          'speculative-enabled': false,
          'engine-version': '1.9.8',
          'trigger-patterns': ['/a/**/*.tf', '/b/*'],
          'working-directory': 'live',
          'setting-overwrites': { 'execution-mode': true },
          'vcs-repo': {
            identifier: 'acme/edge',
            'oauth-token-id': 'ot-1',
            branch: 'main',
            'ingress-submodules': true,
            'tags-regex': '^v',
          },
        },
      },
    });
  });

  test('sends the project as a relationship and key-value tags as bindings', async () => {
    await trivet('workspace create edge-dev --project prj-tR9UQ2SKb9dtQqBq --tag env=dev --tag team=net');
    expect(requests()[0]?.body).toEqual({
      data: {
        type: 'workspaces',
        attributes: { name: 'edge-dev' },
        relationships: {
          project: { data: { id: 'prj-tR9UQ2SKb9dtQqBq', type: 'projects' } },
          'tag-bindings': {
            data: [
              { type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } },
              { type: 'tag-bindings', attributes: { key: 'team', value: 'net' } },
            ],
          },
        },
      },
    });
  });

  test("refuses a name that is taken, with the server's words", async () => {
    const result = await trivet('workspace create network-prod');
    expect(result).toMatchObject({ code: 6, stdout: '' });
    expect(result.stderr).toMatch(/name/i);
  });

  test('exits 5 for an organization that does not exist', async () => {
    expect((await trivet('workspace create a --organization nobody')).code).toBe(5);
  });
});

describe('violations are reported all at once, before anything is sent', () => {
  test.each([
    ['create "a b"', /letters, numbers, - and _ only/],
    ['create a --execution-mode agent', /--agent-pool-id is required when --execution-mode is agent/],
    [
      'create a --execution-mode remote --agent-pool-id apool-1',
      /--agent-pool-id cannot be given when --execution-mode is remote or local/,
    ],
    [
      'create a --execution-mode local --agent-pool-id apool-1',
      /cannot be given when --execution-mode is remote or local/,
    ],
    [
      'create a --operations --agent-pool-id apool-1',
      /--agent-pool-id cannot be given when --operations is true/,
    ],
    [
      'create a --operations --execution-mode remote',
      /--execution-mode and --operations cannot be given together/,
    ],
    ['create a --execution-mode cloud', /must be remote, local or agent, not "cloud"/],
    ['create a --setting-overwrites execution-mode=true', /--execution-mode is required/],
    ['create a --auto-destroy-activity-duration 0d', /1 to 9999 followed by d or h/],
    ['create a --auto-destroy-activity-duration 10000h', /1 to 9999/],
    ['create a --auto-destroy-activity-duration 5m', /followed by d or h/],
    ['create a --vcs-repo-identifier acme/edge', /--vcs-repo-oauth-token-id is required/],
    ['create a --vcs-repo-oauth-token-id ot-1', /--vcs-repo-identifier is required/],
    ['create a --vcs-repo-branch main', /--vcs-repo-identifier is required/],
    ['create a --vcs-repo-identifier edge --vcs-repo-oauth-token-id ot-1', /org\/repo/],
    ['create a --vcs-repo-vcs-app-installation-id i-1', /unknown flag/],
    ['update network-prod --source-name x', /unknown flag --source-name/],
    [
      'update network-prod --vcs-repo-oauth-token-id ot-1 --vcs-repo-vcs-app-installation-id i-1',
      /cannot be given together/,
    ],
    [
      'update network-prod --unset vcs-repo --vcs-repo-branch x --yes',
      /cannot be given when --vcs-repo is unset/,
    ],
    ['update network-prod --unset name', /cannot be null/],
    ['list --sort size', /--sort must be name/],
    ['list --search-wildcard-name "a*b"', /\* at its start, its end, or both/],
    ['list --tagged =prod', /a value needs its key/],
    ['list --include owner', /--include must be/],
    ['list --page-number 0', /at least 1/],
    ['tag add network-prod', /at least one of/],
    ['create edge --vcs-repo-identifier acme/edge', /^trivet: --vcs-repo-oauth-token-id is required when/],
    ['create edge --body edge.json', /To give a file: --body @edge\.json/],
    ['create edge --setting-overwrites execution-mode=maybe', /It must be true or false/],
    ['consumer replace network-prod --none=false --yes', /one of <consumer> or --none is required/],
    ['retention-policy set network-prod --dont-delete=false --yes', /one of --delete-older-than-days or/],
    ['unlock network-prod --wait-timeout 5s', /--wait-timeout needs --wait/],
    ['delete network-dev --yes --wait-timeout 5s', /--wait-timeout needs --wait/],
    ['consumer replace network-prod --yes', /one of .* is required/],
    ['consumer replace network-prod dns-prod --none --yes', /cannot be given together/],
    [
      'retention-policy set network-prod --yes',
      /one of --delete-older-than-days or --dont-delete is required/,
    ],
    [
      'retention-policy set network-prod --delete-older-than-days 3 --dont-delete --yes',
      /cannot be given together/,
    ],
    ['show ..', /would address another resource/],
    ['show a/b/c', /is not a workspace/],
    ['lock a --reason --yes', /--reason needs a value/],
    ['lock a --reason -o', /--reason needs a value/],
  ])('like %s', async (line, message) => {
    const result = await trivet(`workspace ${line}`);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(requests()).toEqual([]);
  });

  test('several in one message', async () => {
    const { stderr } = await trivet('workspace create "a b" --operations --execution-mode agent');
    expect(stderr).toMatch(/agent-pool-id is required/);
    expect(stderr).toMatch(/cannot be given together/);
    expect(stderr).toMatch(/letters, numbers/);
  });

  test('except with --no-validate, which makes them warnings', async () => {
    const result = await trivet('workspace create a --execution-mode agent --no-validate');
    expect(result.stderr).toMatch(/warning: --agent-pool-id is required/);
    expect(requests()).toHaveLength(1);
  });
});

describe('workspace show', () => {
  test('behaves alike by ID and by name', async () => {
    const byName = await trivet('workspace show demo/network-prod -o json');
    const byId = await trivet('workspace show ws-miQ1odLBhm3izzYE -o json');
    expect(byId.stdout).toBe(byName.stdout);
    expect(requests().map(({ path }) => path)).toEqual([
      '/api/v2/organizations/demo/workspaces/network-prod',
      '/api/v2/workspaces/ws-miQ1odLBhm3izzYE',
    ]);
  });

  test('needs an organization for a name', async () => {
    expect((await trivet('workspace show network-prod')).code).toBe(0);
    const without = await trivet('workspace show network-prod', {
      env: { TRIVET_ORGANIZATION: 'none-such' },
    });
    expect(without.code).toBe(5);
  });

  test('reads a name that looks like an ID with --by name', async () => {
    clear();
    await trivet('workspace show ws-miQ1odLBhm3izzYE --by name');
    expect(requests()[0]?.path).toBe('/api/v2/organizations/demo/workspaces/ws-miQ1odLBhm3izzYE');
  });

  test('prints the five performance attributes', async () => {
    const { stdout } = await trivet('workspace show network-prod');
    for (const key of [
      'apply-duration-average',
      'plan-duration-average',
      'policy-check-failures',
      'run-failures',
      'workspace-kpis-run-count',
    ]) {
      expect(stdout).toMatch(new RegExp(`^${key}\\t\\d+$`, 'm'));
    }
  });

  test.each([
    'current_configuration_version',
    'current_configuration_version.ingress_attributes',
    'current_run',
    'current_run.configuration_version',
    'current_run.configuration_version.ingress_attributes',
    'current_run.plan',
    'locked_by',
    'organization',
    'outputs',
    'project',
    'readme',
  ])('sends --include %s and prints the resources', async (value) => {
    const document = await json(`workspace show network-prod --include ${value}`);
    expect(requests()[0]?.query).toContain(`include=${value}`);
    expect(document).toHaveProperty('data.id', 'ws-miQ1odLBhm3izzYE');
  });

  test('joins included attributes into the item', async () => {
    const item = JSON.parse(
      (await trivet('workspace show dns-prod --include locked_by,current_run -o jsonl')).stdout,
    );
    expect(item['locked-by.username']).toBe('mia.tanaka');
    expect(item).toHaveProperty(['current-run.status']);
  });

  test('hides sensitive outputs', async () => {
    const { stdout } = await trivet('workspace show network-prod --include outputs -o jsonl');
    expect(JSON.parse(stdout)['outputs.vpn_preshared_key']).toBe('(sensitive)');
  });

  test('hides sensitive outputs in whole documents, too, where the run is read-only', async () => {
    const line = 'workspace show network-prod --include outputs -o json';
    const valueIn = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
      const { included } = JSON.parse((await trivet(line, { env })).stdout);
      return included.find(
        (one: { attributes: { name?: string } }) => one.attributes.name === 'vpn_preshared_key',
      ).attributes.value;
    };
    expect(await valueIn({})).not.toBe('(sensitive)');
    expect(await valueIn({ TRIVET_READ_ONLY: '1' })).toBe('(sensitive)');
  });

  test('exits 5 for a missing workspace and names the permission', async () => {
    const result = await trivet('workspace show demo/nope');
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toMatch(/Read/);
  });
});

describe('workspace update', () => {
  const changes = () => requests().filter(({ method }) => method !== 'GET');

  test('changes only what is given, by ID and by name', async () => {
    await trivet('workspace update network-prod --auto-apply');
    await trivet('workspace update ws-miQ1odLBhm3izzYE --no-auto-apply');
    expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'PATCH',
        '/api/v2/organizations/demo/workspaces/network-prod',
        { data: { type: 'workspaces', attributes: { 'auto-apply': true } } },
      ],
      [
        'PATCH',
        '/api/v2/workspaces/ws-miQ1odLBhm3izzYE',
        { data: { type: 'workspaces', attributes: { 'auto-apply': false } } },
      ],
    ]);
  });

  test('renames: the old name is gone, the ID stays', async () => {
    expect((await trivet('workspace update billing-dev --name billing-sandbox -o name')).code).toBe(0);
    expect((await trivet('workspace show billing-dev')).code).toBe(5);
    expect((await trivet('workspace show billing-sandbox')).code).toBe(0);
  });

  test('keeps assessments-enabled on, although the server turns it off if an update omits it', async () => {
    const assessments = async (flags: string): Promise<unknown> =>
      attributesOf(await json(`workspace update billing-dev ${flags}`))['assessments-enabled'];
    expect(await assessments('--assessments-enabled')).toBe(true);
    expect(await assessments('--description x')).toBe(true);
    const id = (await trivet('workspace show billing-dev --field id')).stdout;
    const byId = await trivet(`workspace update ${id} --description y`);
    expect(byId.stderr).toContain('assessments-enabled stays true');
    expect((await trivet('workspace show billing-dev --field assessments-enabled')).stdout).toBe('true');
    expect((await trivet('workspace update billing-dev --description z --dry-run')).stdout).toContain(
      '"assessments-enabled": true',
    );
    expect(await assessments(`--set assessments-enabled=false`)).toBe(false);
    expect(await assessments('--description x')).toBe(false);
    expect((await trivet('workspace update billing-dev --description z --dry-run')).stdout).not.toContain(
      'assessments',
    );
  });

  test('is refused without a setting, and nothing is sent', async () => {
    clear();
    for (const line of [
      'workspace update billing-dev',
      'message update 2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10',
    ]) {
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('nothing to change');
    }
    expect(requests()).toEqual([]);
  });

  test.each(['--tag env=dev', `--body '{"data":{"relationships":{"tag-bindings":{"data":[]}}}}'`])(
    'replaces all key-value tags with %s, and asks',
    async (flags) => {
      clear();
      const asked = await trivet(`workspace update billing-dev ${flags}`);
      expect(asked.code).toBe(2);
      expect(asked.stderr).toContain('Replace all key-value tags of billing-dev?');
      expect(requests()).toEqual([]);
      expect((await trivet(`workspace update billing-dev ${flags} --yes`)).code).toBe(0);
    },
  );

  test('combines several questions', async () => {
    const asked = await trivet('workspace update network-prod --tag a=b --unset vcs-repo');
    expect(asked.stderr).toContain('Disconnect network-prod from its repository? Replace all key-value tags');
  });

  test.each([
    '--set vcs-repo=null',
    '--set /data/attributes/vcs-repo=null',
    `--body '{"data":{"attributes":{"vcs-repo":null}}}'`,
    '--vcs-repo null',
  ])('asks for %s as for --unset', async (flags) => {
    const asked = await trivet(`workspace update network-prod ${flags}`);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('Disconnect network-prod from its repository?');
    expect(requests()).toEqual([]);
    expect((await trivet(`workspace update network-prod ${flags} --yes`)).code).toBe(0);
    expect(changes()[0]?.body).toEqual({ data: { type: 'workspaces', attributes: { 'vcs-repo': null } } });
  });

  test('does not ask for another null of --set', async () => {
    expect((await trivet('workspace update network-prod --set vcs-repo.branch=null')).code).toBe(0);
  });

  test('sends null for --unset vcs-repo after a question', async () => {
    const asked = await trivet('workspace update network-prod --unset vcs-repo');
    expect(asked).toMatchObject({ code: 2 });
    expect(requests()).toEqual([]);
    expect((await trivet('workspace update network-prod --unset vcs-repo', { typed: 'y' })).code).toBe(0);
    expect(changes()[0]?.body).toEqual({ data: { type: 'workspaces', attributes: { 'vcs-repo': null } } });
  });

  test('changes only the given keys of vcs-repo', async () => {
    const document = await json('workspace update network-prod --vcs-repo-branch release');
    expect(attributesOf(document)['vcs-repo']).toMatchObject({
      branch: 'release',
      identifier: 'acme/network',
    });
  });

  test('moves a workspace to another project', async () => {
    await trivet('workspace update billing-dev --project prj-P6r5KDe4deXQizYb');
    expect(changes()[0]?.body).toMatchObject({
      data: { relationships: { project: { data: { id: 'prj-P6r5KDe4deXQizYb' } } } },
    });
  });

  test('sends the text null as text, and reaches any field with --set', async () => {
    await trivet('workspace update billing-dev --description null --set structured-run-output-enabled=true');
    expect(changes()[0]?.body).toEqual({
      data: {
        type: 'workspaces',
        attributes: { description: 'null', 'structured-run-output-enabled': true },
      },
    });
  });

  test('merges --body, which flags override', async () => {
    await trivet('workspace update billing-dev --description flag --body -', {
      stdin: '{"data":{"attributes":{"description":"body","auto-apply":true}}}',
    });
    expect(changes()[0]?.body).toMatchObject({
      data: { attributes: { description: 'flag', 'auto-apply': true } },
    });
  });
});

describe('workspace list', () => {
  test('reads all pages and prints tsv in a pipe', async () => {
    const { stdout } = await trivet('workspace list');
    expect(names(stdout)).toHaveLength(60);
    expect(names(stdout)[0]?.split('\t')).toHaveLength(8);
  });

  test('requests every page once, in order, if pages are small', async () => {
    const { stdout } = await trivet('workspace list --page-size 7 -o name --sort name');
    expect(names(stdout)).toEqual([...names(stdout)].sort());
    expect(names(stdout)).toHaveLength(60);
    expect(requests()).toHaveLength(9);
  });

  test('reads one page with --page-number, by default of 20', async () => {
    expect(names((await trivet('workspace list --page-number 1 -o name')).stdout)).toHaveLength(20);
    expect(
      names((await trivet('workspace list --page-number 3 --page-size 25 -o name')).stdout),
    ).toHaveLength(10);
  });

  test('stops early at --limit', async () => {
    expect(names((await trivet('workspace list --limit 5 -o name')).stdout)).toHaveLength(5);
  });

  test('prints all pages as one document without links in json', async () => {
    const document = (await json('workspace list --page-size 25')) as { data: unknown[]; meta: unknown };
    expect(document.data).toHaveLength(60);
    expect(Object.keys(document)).toEqual(['data', 'meta']);
  });

  test.each([
    ['--search-name netw', /^network-/],
    ['--search-wildcard-name "*-prod"', /-prod$/],
    ['--search-wildcard-name "network-*"', /^network-/],
    ['--search-wildcard-name "*work*"', /work/],
  ])('filters with %s', async (flags, pattern) => {
    const found = names((await trivet(`workspace list ${flags} -o name`)).stdout);
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect(name).toMatch(pattern);
  });

  test('requires all of --search-tags, and none of --search-exclude-tags', async () => {
    const pci = names((await trivet('workspace list --search-tags pci -o name')).stdout);
    expect(pci.length).toBeGreaterThan(0);
    const both = names((await trivet('workspace list --search-tags pci,prod -o name')).stdout);
    expect(both.length).toBeLessThan(pci.length);
    const without = names((await trivet('workspace list --search-exclude-tags pci -o name')).stdout);
    expect(without).toHaveLength(60 - pci.length);
  });

  test('sends --tagged pairs as indexed filters with percent-encoded brackets', async () => {
    await trivet('workspace list --tagged environment=prod --tagged team');
    expect(requests()[0]?.query).toBe(
      'filter%5Btagged%5D%5B0%5D%5Bkey%5D=environment&filter%5Btagged%5D%5B0%5D%5Bvalue%5D=prod&' +
        'filter%5Btagged%5D%5B1%5D%5Bkey%5D=team&page%5Bsize%5D=100',
    );
    const found = names((await trivet('workspace list --tagged environment=prod -o name')).stdout);
    expect(found.every((name) => name.endsWith('-prod'))).toBe(true);
  });

  test('filters by project and run status', async () => {
    const project = await trivet('workspace list --filter-project-id prj-tR9UQ2SKb9dtQqBq -o name');
    expect(names(project.stdout).length).toBeGreaterThan(0);
    const applied = await trivet('workspace list --filter-current-run-status applied -o name');
    expect(names(applied.stdout).length).toBeGreaterThan(0);
  });

  test.each(['name', 'current-run.created-at', 'latest-change-at'])(
    'sorts by %s and in reverse',
    async (key) => {
      const up = await trivet(`workspace list --sort ${key} -o name`);
      const down = await trivet(`workspace list --sort -${key} -o name`);
      expect(up.code + down.code).toBe(0);
      expect(names(up.stdout)[0]).not.toBe(names(down.stdout)[0]);
    },
  );

  test('exits 0 with an empty list for an empty result', async () => {
    expect(await trivet('workspace list --search-name zzz')).toMatchObject({ code: 0, stdout: '' });
    expect(await json('workspace list --search-name zzz')).toMatchObject({ data: [] });
  });

  test('prints a table with a header on a terminal', async () => {
    const { stdout } = await trivet('workspace list --limit 3', { tty: true });
    expect(stdout.split('\n')[0]).toMatch(/NAME.*ID.*MODE.*LOCKED/);
  });
});

describe('a lock', () => {
  test('stores its reason and returns the workspace', async () => {
    const { code, stdout } = await trivet('workspace lock network-prod --reason "night shift"');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^locked\ttrue$/m);
    expect(requests().at(-1)).toMatchObject({
      path: '/api/v2/workspaces/ws-miQ1odLBhm3izzYE/actions/lock',
      body: { reason: 'night shift' },
    });
  });

  test('exits 6 if there is one already, prints nothing on stdout, names the holder and the next command', async () => {
    const { code, stdout, stderr } = await trivet('workspace lock dns-prod');
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toMatch(/mia\.tanaka/);
    expect(stderr).toMatch(/CHG-2041/);
    expect(stderr).toMatch(/trivet workspace force-unlock dns-prod/);
    const elsewhere = await trivet('workspace lock dns-prod --product documented');
    expect(elsewhere.stderr).toMatch(/force-unlock dns-prod --product documented$/m);
  });

  test('is released by unlock, which exits 6 the second time', async () => {
    await trivet('workspace lock network-prod');
    expect(await trivet('workspace unlock network-prod')).toMatchObject({ code: 0 });
    const again = await trivet('workspace unlock network-prod');
    expect(again.code).toBe(6);
    expect(again.stderr).toMatch(/already unlocked/);
  });

  test('of another user is not released by unlock', async () => {
    const result = await trivet('workspace unlock dns-prod');
    expect(result.code).toBe(6);
    expect(result.stderr).toMatch(/force-unlock/);
  });

  test('is released by force-unlock after a question; an unlocked workspace exits 6', async () => {
    const asked = await trivet('workspace force-unlock dns-prod');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('Break the lock on dns-prod, held by user mia.tanaka');
    expect((await trivet('workspace force-unlock dns-prod', { typed: 'n' })).code).toBe(2);
    expect((await trivet('workspace force-unlock dns-prod --yes')).code).toBe(0);
    expect((await trivet('workspace force-unlock dns-prod --yes')).code).toBe(6);
  });

  test('is retried for a short time while a state is not finalized', async () => {
    const waiting = trivet('workspace unlock data-pipeline-prod');
    const advance = setInterval(() => bench.sandbox().clock.advance(6000), 200);
    const result = await waiting;
    clearInterval(advance);
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/retrying in|not finalized/);
    expect(requests().filter(({ path }) => path.endsWith('/unlock')).length).toBeGreaterThan(1);
  });

  test('and the error then points to the state versions', async () => {
    const result = await trivet('workspace unlock data-pipeline-prod --wait --wait-timeout 1s');
    expect(result.code).toBe(124);
    expect(result.stderr).toMatch(/state version/);
  });
});

describe('workspace delete', () => {
  test('asks, and deletes a workspace without resources', async () => {
    expect((await trivet('workspace delete billing-dev')).code).toBe(2);
    expect(await trivet('workspace delete billing-dev --yes')).toMatchObject({ code: 0, stdout: '' });
    expect((await trivet('workspace show billing-dev')).code).toBe(5);
  });

  test('accepts an ID', async () => {
    const id = (await trivet('workspace show billing-dev --field id')).stdout.trim();
    expect((await trivet(`workspace delete ${id} --yes`)).code).toBe(0);
  });

  test('is a conflict if resources are managed, and never falls back to force', async () => {
    const result = await trivet('workspace delete network-prod --yes');
    expect(result.code).toBe(6);
    expect(result.stderr).toMatch(/manages resources/);
    expect(requests().map(({ method }) => method)).toEqual(['POST']);
    expect((await trivet('workspace show network-prod')).code).toBe(0);
  });

  test('by force asks for the name, and --yes does not replace it', async () => {
    expect((await trivet('workspace force-delete demo/network-prod --yes')).code).toBe(2);
    expect((await trivet('workspace force-delete demo/network-prod --confirm network')).code).toBe(2);
    expect((await trivet('workspace delete network-dev --confirm network')).code).toBe(2);
    expect((await trivet('workspace delete network-dev --yes --confirm network')).code).toBe(2);
    expect((await trivet('workspace force-delete demo/network-prod', { typed: 'demo/network' })).code).toBe(
      2,
    );
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await trivet('workspace force-delete demo/network-prod --confirm demo/network-prod')).code).toBe(
      0,
    );
    expect((await trivet('workspace show network-prod')).code).toBe(5);
  });

  test('accepts --confirm with the name in place of --yes', async () => {
    expect((await trivet('workspace create short-lived')).code).toBe(0);
    expect((await trivet('workspace delete short-lived --confirm short-lived')).code).toBe(0);
  });

  test('by force does not check resources, and accepts an ID', async () => {
    const line = 'workspace force-delete ws-miQ1odLBhm3izzYE --confirm ws-miQ1odLBhm3izzYE';
    expect((await trivet(line)).code).toBe(0);
  });

  test('exits 5 for an unknown workspace', async () => {
    expect((await trivet('workspace delete nope --yes')).code).toBe(5);
    expect((await trivet('workspace force-delete nope --confirm nope')).code).toBe(5);
  });
});

describe('permissions', () => {
  test('let a reader list and show, but not change', async () => {
    expect((await trivet('workspace list', { as: 'reader' })).code).toBe(0);
    expect((await trivet('workspace lock network-prod', { as: 'reader' })).code).toBe(4);
    expect((await trivet('workspace update network-prod --auto-apply', { as: 'reader' })).code).toBe(5);
  });

  test('let an operator lock and unlock, but not force-unlock', async () => {
    expect((await trivet('workspace lock network-prod', { as: 'operator' })).code).toBe(0);
    expect((await trivet('workspace unlock network-prod', { as: 'operator' })).code).toBe(0);
    expect((await trivet('workspace force-unlock dns-prod --yes', { as: 'operator' })).code).toBe(4);
  });

  test('are required for force delete: exit 4', async () => {
    const result = await trivet('workspace force-delete network-prod --confirm network-prod', {
      as: 'operator',
    });
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/organization owner/);
  });

  test('hide an object that the token is not allowed to see: exit 5', async () => {
    expect((await trivet('workspace show payroll-prod', { as: 'reader' })).code).toBe(5);
  });

  test('let an organization token create workspaces', async () => {
    expect((await trivet('workspace create edge-dev', { as: 'organization' })).code).toBe(0);
  });

  test('exit 4 for an unknown token, with its source', async () => {
    const result = await trivet('workspace list', { env: { TRIVET_WORKSPACES_TOKEN: 'wrong-token' } });
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/TRIVET_WORKSPACES_TOKEN/);
    expect(result.stderr).not.toMatch(/wrong-token/);
  });
});

test('a table says yes and no, also in a pipe, and conditions take both words', async () => {
  const { stdout } = await trivet('workspace list --organization acme -o table --fields name,locked');
  expect(
    new Set(
      stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ +/)[1]),
    ),
  ).toEqual(new Set(['yes', 'no']));
  const rows = async (value: string) =>
    (await trivet(`workspace list --organization acme --where locked=${value} -o name`)).stdout;
  expect(await rows('yes')).toBe(await rows('true'));
});
