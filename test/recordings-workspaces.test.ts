/** Replays exchanges of a real OTF: trivet sends the recorded request, and shows the reply with the right exit code. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../src/services/document.ts';
import { loadService } from '../src/services/index.ts';
import type { Recording } from './support/replay.ts';
import { normalised, recorded, recordingsOf, replay } from './support/replay.ts';
import { words } from './support/run-cli.ts';

const network = 'ws-hTdZFnuYtRr8M7m4';
const search = 'ws-NaQ9QZGX9y57cM6C';
const nobody = 'ws-1234567890abcdef';

interface Case {
  /** The arguments after `trivet workspace`. */
  readonly argv: string;
  readonly code: number;
  /** What stdout contains; by default nothing for a failure. */
  readonly out?: RegExp;
  readonly err?: RegExp;
  /** Exchanges before the recorded one. */
  readonly before?: readonly string[];
}

const show = (argv: string, out: RegExp): Case => ({ argv, code: 0, out });
const fail = (argv: string, code: number, err: RegExp): Case => ({ argv, code, err });

/** Recording -> the command that produces it. */
const cases: Readonly<Record<string, Case>> = {
  'workspace.consumer.add.no-route': fail(
    `consumer add ${network} ws-c5JohPfQpVz9JAmw --no-validate`,
    7,
    /OTF has no remote state consumers/,
  ),
  'workspace.consumer.list.no-route': fail(
    `consumer list ${network} --no-validate`,
    7,
    /OTF has no remote state consumers/,
  ),
  'workspace.consumer.remove.no-route': fail(
    `consumer remove ${network} ws-c5JohPfQpVz9JAmw --no-validate`,
    7,
    /no remote state/,
  ),
  'workspace.consumer.replace.no-route': fail(
    `consumer replace ${network} ws-c5JohPfQpVz9JAmw --yes --no-validate`,
    7,
    /no remote state/,
  ),
  'workspace.create.agent-with-pool': show(
    'create onprem-prod --execution-mode agent --agent-pool-id apool-oHQEv32TCY5Kt3nK',
    /onprem-prod/,
  ),
  'workspace.create.agent-without-pool': fail(
    'create bad-2 --execution-mode agent --no-validate',
    1,
    /requires agent pool/,
  ),
  'workspace.create.all-attributes': show(
    [
      'create network-staging --description "Shared network, staging" --no-allow-destroy-plan --auto-apply',
      '--auto-apply-run-trigger --execution-mode local --file-triggers-enabled --global-remote-state',
      '--queue-all-runs --source-name trivet --source-url https://trivet.example/docs',
      '--no-speculative-enabled --terraform-version 1.9.8 --trigger-patterns "/network/**/*.tf"',
      '--working-directory network/staging --set structured-run-output-enabled=true --assessments-enabled',
      '--auto-destroy-activity-duration 14d --setting-overwrites execution-mode=true',
      '--project prj-1234567890abcdef --tag env=staging',
      `--set '/data/relationships/tags/data=[{"type":"tags","attributes":{"name":"network"}},{"type":"tags","attributes":{"name":"staging"}}]'`,
    ].join(' '),
    /network-staging/,
  ),
  'workspace.create.duplicate-name': fail('create network-prod', 6, /resource already exists/),
  'workspace.create.invalid-name': fail('create "network prod!" --no-validate', 1, /invalid value for name/),
  'workspace.create.json-content-type': show('create search-dev', /search-dev/),
  'workspace.create.minimal': show('create network-prod', /network-prod/),
  'workspace.create.organization-token': show(
    'create billing-prod --terraform-version latest --trigger-prefixes billing/,modules/',
    /billing-prod/,
  ),
  'workspace.create.unknown-organization': fail(
    'create network-prod --organization nobody',
    5,
    /resource not found/,
  ),
  'workspace.create.unknown-pool': fail(
    'create bad-3 --execution-mode agent --agent-pool-id apool-1234567890abcdef',
    5,
    /not found/,
  ),
  'workspace.create.vcs-repo-incomplete': fail(
    'create bad-8 --vcs-repo-identifier acme/network --no-validate',
    1,
    /must specify both/,
  ),
  'workspace.create.version-constraint': fail(
    'create bad-6 --terraform-version "~> 1.9.0"',
    1,
    /invalid engine version/,
  ),
  'workspace.create.with-vcs-repo': show(
    'create search-dev-vcs --vcs-repo-identifier acme/search --vcs-repo-oauth-token-id vcs-MepdDB5T4r9e8jrD --vcs-repo-branch main --vcs-repo-ingress-submodules --trigger-patterns "/src/**/*"',
    /acme\/search/,
  ),
  'workspace.force-delete-by-name': {
    argv: 'force-delete acme/dns-prod --confirm acme/dns-prod',
    code: 0,
    err: /force-deleted/,
  },
  'workspace.force-delete-by-name.locked': {
    argv: 'force-delete acme/search-dev --confirm acme/search-dev',
    code: 0,
  },
  'workspace.force-delete-by-name.not-found': fail(
    'force-delete acme/dns-prod --confirm acme/dns-prod',
    5,
    /not found/,
  ),
  'workspace.force-delete': {
    argv: 'force-delete ws-c5JohPfQpVz9JAmw --confirm ws-c5JohPfQpVz9JAmw',
    code: 0,
  },
  'workspace.force-delete.forbidden': fail(
    `force-delete ${network} --confirm ${network}`,
    4,
    /permission denied/,
  ),
  'workspace.force-delete.not-found': fail(
    'force-delete ws-c5JohPfQpVz9JAmw --confirm ws-c5JohPfQpVz9JAmw',
    5,
    /not found/,
  ),
  'workspace.force-delete.with-state': { argv: `force-delete ${network} --confirm ${network}`, code: 0 },
  'workspace.force-unlock': show(`force-unlock ${network} --yes`, /network-prod/),
  'workspace.force-unlock.already-unlocked': fail(`force-unlock ${network} --yes`, 6, /is not locked/),
  'workspace.force-unlock.locked-by-run': show(
    'force-unlock ws-oMX1ascjc1NtV9X6 --yes',
    /ws-oMX1ascjc1NtV9X6/,
  ),
  'workspace.force-unlock.not-found': fail(`force-unlock ${nobody} --yes`, 5, /not found/),
  'workspace.force-unlock.organization-token': fail(
    `force-unlock ${network} --yes`,
    4,
    /only a run or a user/,
  ),
  'workspace.list': show('list --page-number 1', /app-dev-01\tws-/),
  'workspace.list.bad-token': fail('list', 4, /does not accept the token/),
  'workspace.list.no-token': fail('list', 4, /does not accept the token/),
  'workspace.list.empty-organization': {
    argv: 'list --organization empty',
    code: 0,
    out: /^$/,
    err: /empty list/,
  },
  'workspace.list.unknown-organization': {
    argv: 'list --organization nobody',
    code: 0,
    out: /^$/,
    err: /empty list/,
  },
  'workspace.list.forbidden': { argv: 'list', code: 0, out: /^$/, err: /empty list/ },
  'workspace.list.filter-project-malformed': fail(
    'list --filter-project-id default --page-size 2 --no-validate',
    1,
    /malformed ID/,
  ),
  'workspace.list.filters-ignored': {
    argv: 'list --search-exclude-tags dev --filter-project-id prj-1234567890abcdef --filter-current-run-status applied --tagged env=prod --page-size 2 --page-number 1 --no-validate',
    code: 0,
    out: /\tws-/,
    err: /OTF ignores/,
  },
  'workspace.list.include-organization': show(
    'list --include organization --search-name network',
    /network-prod/,
  ),
  'workspace.list.page-0': {
    argv: 'list --page-number 0 --page-size 2 --no-validate',
    code: 0,
    out: /\tws-/,
  },
  'workspace.list.page-2': show('list --page-number 2', /\tws-/),
  'workspace.list.page-beyond-end': show('list --page-number 99', /^$/),
  'workspace.list.page-size-101-capped': show(
    'list --organization large --page-number 2 --page-size 101',
    /\tws-/,
  ),
  'workspace.list.page-size-2': show('list --page-number 3 --page-size 2', /\tws-/),
  'workspace.list.search-name': show('list --search-name network', /network/),
  'workspace.list.search-name-case': show('list --search-name NETWORK', /^$/),
  'workspace.list.search-name-percent': show(
    'list --search-name "n%-prod" --page-size 2 --page-number 1',
    /-prod/,
  ),
  'workspace.list.search-tags': show('list --search-tags dev,eu', /\tws-/),
  'workspace.list.search-wildcard-ignored': {
    argv: 'list --search-wildcard-name "*-prod" --page-size 2 --page-number 1 --no-validate',
    code: 0,
    out: /\tws-/,
    err: /OTF ignores --search-wildcard-name/,
  },
  'workspace.list.sort-ignored': {
    argv: 'list --sort -name --page-size 2 --page-number 1 --no-validate',
    code: 0,
    out: /\tws-/,
    err: /OTF ignores --sort/,
  },
  'workspace.lock.already-locked': {
    argv: `lock ${network} --reason again`,
    code: 6,
    err: /is already locked/,
  },
  'workspace.lock.no-content-type': show(`lock ${network}`, /locked\ttrue/),
  'workspace.lock.without-body': show(`lock ${network}`, /locked\ttrue/),
  'workspace.lock.not-found': fail(`lock ${nobody}`, 5, /not found/),
  'workspace.lock.organization-token': fail(`lock ${network}`, 4, /only a run or a user/),
  'workspace.lock.with-reason': show(`lock ${network} --reason "database migration"`, /locked\ttrue/),
  'workspace.retention-policy.delete.no-route': fail(
    `retention-policy delete ${network} --yes --no-validate`,
    7,
    /no data retention/,
  ),
  'workspace.retention-policy.set.no-route': fail(
    `retention-policy set ${network} --delete-older-than-days 30 --yes --no-validate`,
    7,
    /no data retention/,
  ),
  'workspace.retention-policy.show.no-route': fail(
    `retention-policy show ${network} --no-validate`,
    7,
    /no data retention/,
  ),
  'workspace.retention-policy.show.no-route-no-token': fail(
    `retention-policy show ${network} --no-validate`,
    7,
    /no data retention/,
  ),
  'workspace.safe-delete-by-name.no-route': fail(
    'delete acme/network-staging --yes --no-validate',
    7,
    /no safe delete/,
  ),
  'workspace.safe-delete.no-route': fail(
    'delete ws-c5JohPfQpVz9JAmw --yes --no-validate',
    7,
    /no safe delete/,
  ),
  'workspace.show-by-name': show('show acme/network-prod', /network-prod/),
  'workspace.show-by-name.not-found': fail('show acme/no-such-workspace', 5, /not found/),
  'workspace.show-by-name.old-name-after-rename': fail('show acme/network-prod', 5, /not found/),
  'workspace.show': show(`show ${network}`, /network-prod/),
  'workspace.show.after-vcs-repo-disconnect': show(`show ${search}`, /vcs-repo\.identifier\t\n/),
  'workspace.show.forbidden': fail(`show ${network}`, 4, /permission denied/),
  'workspace.show.include-organization': show(`show ${network} --include organization`, /organization\tacme/),
  'workspace.show.include-outputs': show(`show ${network} --include outputs`, /network-prod/),
  'workspace.show.locked': show(`show ${network} --include locked_by`, /locked\ttrue/),
  'workspace.show.locked-by-run': show('show ws-oMX1ascjc1NtV9X6 --include current_run', /locked\ttrue/),
  'workspace.show.malformed-id': fail('show network --names-are id', 1, /malformed ID/),
  'workspace.show.not-found': fail(`show ${nobody}`, 5, /not found/),
  'workspace.show.with-ssh-key': show(`show ${network}`, /ssh-key\tsshkey-ggxtm27VMXoRNydQ/),
  'workspace.show.with-tags': show(`show ${network}`, /tag-names\t\S/),
  'workspace.show.with-vcs-repo': show(`show ${search}`, /vcs-repo\.identifier\tacme\/search/),
  'workspace.ssh-key.assign': show(
    `ssh-key assign ${network} sshkey-ggxtm27VMXoRNydQ`,
    /ssh-key\tsshkey-ggxtm27VMXoRNydQ/,
  ),
  'workspace.ssh-key.assign.organization-token': show(
    `ssh-key assign ${network} sshkey-ggxtm27VMXoRNydQ`,
    /sshkey-/,
  ),
  'workspace.ssh-key.assign.unknown-key': fail(
    `ssh-key assign ${network} sshkey-1234567890abcdef`,
    1,
    /is not present/,
  ),
  'workspace.ssh-key.unassign': show(`ssh-key unassign ${network}`, /ssh-key\t\n/),
  'workspace.tag.add.by-id': {
    argv: `tag add ${network} --id tag-nUzyjEDqzCej4tnR`,
    code: 0,
    before: ['workspace.tag.list.empty'],
  },
  'workspace.tag.add.by-name': {
    argv: `tag add ${network} network prod`,
    code: 0,
    before: ['workspace.tag.list.empty'],
  },
  'workspace.tag.add.already-present': {
    argv: `tag add ${network} network`,
    code: 5,
    err: /not found/,
    before: ['workspace.tag.list.empty'],
  },
  'workspace.tag.add.one-already-present': {
    argv: `tag add ${network} fresh network`,
    code: 5,
    err: /not found/,
    before: ['workspace.tag.list.empty'],
  },
  'workspace.tag.add.unknown-id': {
    argv: `tag add ${network} --id tag-1234567890abcdef`,
    code: 5,
    err: /not found/,
    before: ['workspace.tag.list.empty'],
  },
  'workspace.tag.list': show(`tag list ${network}`, /\ttag-/),
  'workspace.tag.list.empty': show(`tag list ${network}`, /^$/),
  'workspace.tag.list.page-1': show(`tag list ${network} --page-number 1 --no-validate`, /\ttag-/),
  'workspace.tag.list.page-2-ignored': {
    argv: `tag list ${network} --page-number 2 --no-validate`,
    code: 0,
    out: /\ttag-/,
    err: /OTF ignores --page-number/,
  },
  'workspace.unlock': show(`unlock ${network}`, /locked\tfalse/),
  'workspace.unlock.already-unlocked': fail(`unlock ${network}`, 6, /is already unlocked/),
  'workspace.unlock.locked-by-other-user': fail(`unlock ${network}`, 6, /locked by different user/),
  'workspace.unlock.locked-by-run': fail('unlock ws-oMX1ascjc1NtV9X6', 6, /locked by Run/),
  'workspace.unlock.not-found': fail(`unlock ${nobody}`, 5, /not found/),
  'workspace.update-by-name.not-found': fail('update acme/no-such-workspace --description x', 5, /not found/),
  'workspace.update-by-name.settings': show(
    'update acme/network-prod --description "Shared network, production" --no-auto-apply',
    /network-prod/,
  ),
  'workspace.update.agent-mode': show(
    `update ${network} --execution-mode agent --agent-pool-id apool-oHQEv32TCY5Kt3nK`,
    /execution-mode\tagent/,
  ),
  'workspace.update.agent-to-remote': show(
    `update ${network} --execution-mode remote --agent-pool-id= --no-validate`,
    /execution-mode\tremote/,
  ),
  'workspace.update.clear-with-empty': show(
    `update ${network} --description= --working-directory= --trigger-prefixes ''`,
    /network-prod/,
  ),
  'workspace.update.file-triggers-off': show(`update ${network} --no-file-triggers-enabled`, /network-prod/),
  'workspace.update.name-taken': fail(`update ${network} --name network-staging`, 6, /already exists/),
  'workspace.update.no-attributes': show(`update ${network} --body '{}'`, /network-prod/),
  'workspace.update.not-found': fail(`update ${nobody} --description x`, 5, /not found/),
  'workspace.update.null-attributes': show(
    `update ${network} --set description=null --set auto-apply=null --set execution-mode=null`,
    /network-prod/,
  ),
  'workspace.update.operations-and-execution-mode': fail(
    `update ${network} --operations --execution-mode remote --no-validate`,
    1,
    /operations is deprecated/,
  ),
  'workspace.update.rename-with-dot': show(
    'update ws-CXiqtHVNipPtrt7H --name app.dev.25 --no-validate',
    /app\.dev\.25/,
  ),
  'workspace.update.rename': show(`update ${network} --name network-production`, /network-production/),
  'workspace.update.triggers': show(
    `update ${network} --trigger-patterns "/network/**/*.tf,/modules/**/*" --trigger-prefixes network/`,
    /trigger-prefixes\tnetwork\//,
  ),
  'workspace.update.vcs-repo-branch': show(
    `update ${search} --vcs-repo-branch release`,
    /vcs-repo\.branch\trelease/,
  ),
  'workspace.update.vcs-repo-connect': show(
    `update ${search} --vcs-repo-identifier acme/search --vcs-repo-oauth-token-id vcs-MepdDB5T4r9e8jrD`,
    /acme\/search/,
  ),
  'workspace.update.vcs-repo-disconnect': show(
    `update ${search} --unset vcs-repo --yes`,
    /ws-NaQ9QZGX9y57cM6C/,
  ),
  'workspace.update.vcs-repo-null': fail(
    `update ${network} --unset vcs-repo --yes`,
    1,
    /already disconnected/,
  ),
  'workspace.update.vcs-repo-tags-regex-and-patterns': fail(
    `update ${search} --vcs-repo-tags-regex "^v[0-9]+" --trigger-patterns "/src/**/*"`,
    1,
    /cannot specify both/,
  ),
};

/** Exchanges that no command sends; their replies only go through the decoder. */
const decoderOnly: Readonly<Record<string, string>> = {
  'organization.tag.list': 'a neighbouring endpoint',
  'server.account': 'a neighbouring endpoint',
  'server.account.organization-token': 'a neighbouring endpoint',
  'server.discovery': 'a neighbouring endpoint',
  'server.ping': 'a neighbouring endpoint',
  'server.ping.no-token': 'a neighbouring endpoint',
  'server.unknown-route': 'a neighbouring endpoint',
  'server.version': 'a neighbouring endpoint',
  'ssh-key.list': 'a neighbouring endpoint',
  'workspace.create.engine-version-name': 'the documented attribute name, which the product otf renames',
  'workspace.create.malformed-json': 'a malformed body',
  'workspace.create.missing-name': 'a name is always sent',
  'workspace.force-delete-by-name.dot-dot': 'the name .. is refused before anything is sent',
  'workspace.list.page-number-not-a-number': 'a page number is a number',
  'workspace.list.trailing-slash': 'an empty name is refused before anything is sent',
  'workspace.show-by-name.encoded-slash': 'a slash in a name is refused before anything is sent',
  'workspace.ssh-key.assign.ssh-keys-type': 'a body of another type',
  'workspace.ssh-key.unassign.null-data': 'a body of another form',
  'workspace.tag-binding.list.no-route': 'a neighbouring endpoint',
  'workspace.tag.add.not-found': 'the tags are read first, and that fails',
  'workspace.tag.list.page-plain-parameters': 'parameters of the server alone',
  'workspace.tag.remove.by-name': 'the recorded list of tags holds others: see the test of the difference',
  'workspace.tag.remove.not-attached': 'a tag that is not attached is not sent',
  'workspace.tag.remove.one-not-attached': 'a tag that is not attached is not sent',
  'workspace.tag.remove.unknown-id': 'a tag that is not attached is not sent',
  'workspace.tag.remove.unknown-name': 'a tag that is not attached is not sent',
  'workspace.update.form-content-type': 'another content type',
  'workspace.update.project-ignored': 'attributes that are empty are not sent',
  'workspace.update.settings': 'covered attribute by attribute; the file holds names of the server alone',
};

const recordings = new Map(recordingsOf('workspaces').map((recording) => [recording.name, recording]));

const environment = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_WORKSPACES_TOKEN: 'the-token',
  TRIVET_WORKSPACES_PRODUCT: 'otf',
  TRIVET_ORGANIZATION: 'acme',
});

/** The query that trivet adds to every list: the largest page. */
const withoutOurs = (query: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([name]) => name in wanted || !['page[size]', 'page[number]', 'page_size'].includes(name),
    ),
  );

const recordingNamed = (name: string): Recording => {
  const found = recordings.get(name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  return found;
};

test('every recording is replayed, or has a reason why it cannot be', () => {
  expect([...Object.keys(cases), ...Object.keys(decoderOnly)].sort()).toEqual([...recordings.keys()].sort());
});

describe('a recorded exchange', () => {
  test.each(Object.entries(cases))('%s is replayed', async (name, { argv, code, out, err, before = [] }) => {
    const recording = recordingNamed(name);
    const result = await replay(
      [...before.map(recordingNamed), recording],
      ['workspace', ...words(argv)],
      environment,
    );
    expect({ code: result.code, stderr: result.stderr }).toEqual({
      code,
      stderr: expect.stringMatching(err ?? /^/),
    });
    expect(result.stdout).toMatch(out ?? /^$/);
    const wanted = normalised(recorded(recording));
    const requests = result.sent.map((request) => {
      const plain = normalised(request);
      return { ...plain, query: withoutOurs(plain.query, wanted.query) };
    });
    const sent = requests.find(
      (request) =>
        request.method === wanted.method &&
        request.path === wanted.path &&
        (before.length === 0 || request !== requests[0]),
    );
    // OTF ignores the body of a lock, so recordings with and without a body belong to one command.
    if (name === 'workspace.lock.no-content-type' || name === 'workspace.lock.without-body') {
      expect(sent?.path).toBe(wanted.path);
    } else expect(sent).toEqual(wanted);
    expect(result.stderr).not.toContain('the-token');
  });
});

const { adapter } = await loadService('workspaces');

describe('a recorded reply', () => {
  test.each(Object.keys(decoderOnly))('%s is decoded', (name) => {
    const { response } = recordingNamed(name);
    const body =
      response.body === null
        ? ''
        : 'text' in response.body
          ? response.body.text
          : 'json' in response.body
            ? JSON.stringify(response.body.json)
            : '';
    const headers: Record<string, string[]> = {};
    for (const [key, value] of response.headers) (headers[key.toLowerCase()] ??= []).push(value);
    const reply = { status: response.status, headers, body: Buffer.from(body) };
    if (response.status < 300) {
      const document = readDocument(reply, {});
      expect(document.ok).toBe(true);
    } else if (body.trim() !== '') {
      expect(adapter.readError(reply).text).not.toBe('');
    }
  });
});

test('a table does not show the values of sensitive outputs', async () => {
  const result = await replay(
    [recordingNamed('workspace.show.include-outputs')],
    ['workspace', 'show', network, '--include', 'outputs', '-o', 'jsonl'],
    environment,
  );
  expect(result.stdout).toContain('(sensitive)');
});

test('tags that are already attached are not sent again', async () => {
  const result = await replay(
    [recordingNamed('workspace.tag.list'), recordingNamed('workspace.tag.add.by-name')],
    ['workspace', 'tag', 'add', network, 'network', 'brand-new'],
    environment,
  );
  expect(result.sent.at(-1)?.body).toEqual({ data: [{ type: 'tags', attributes: { name: 'brand-new' } }] });
});

test('if all tags are already attached, -o json prints the document of a success', async () => {
  const result = await replay(
    [recordingNamed('workspace.tag.list')],
    ['workspace', 'tag', 'add', network, 'network', '-o', 'json'],
    environment,
  );
  expect(result).toMatchObject({ code: 0, stdout: 'null\n' });
  expect(result.sent.map(({ method }) => method)).toEqual(['GET']);
});
