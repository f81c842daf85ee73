/** Tests what workspace servers do beyond test/seeds/1-workspaces.md: endless pages, errors of every form, other names. */
import { typing } from '../../support/typing.ts';
import { describe, expect, test } from 'vitest';
import type { Answer, FakeRequest } from '../../support/fake-server.ts';
import { answering } from '../../support/answering.ts';

const id = 'ws-0123456789abcdef';

const serving = (
  product: string,
  line: string,
  answer: (request: FakeRequest, before: number) => Answer | Promise<Answer>,
  options?: Parameters<typeof answering>[3],
) =>
  answering(
    `workspace ${line}`,
    (origin) => ({
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: product,
      TRIVET_ORGANIZATION: 'acme',
    }),
    answer,
    options,
  );

test('a reason that the server ignores is warned of, and not a part of the success', async () => {
  const data = { type: 'workspaces', id, attributes: { name: 'web', locked: true } };
  const locked = await serving('otf', `lock ${id} --reason hello`, () => ({ body: { data } }), { tty: true });
  expect(locked.code).toBe(0);
  expect(locked.stderr).toContain('OTF ignores --reason');
  expect(locked.stdout).toBe('locked web\n');
});

test('a setting that the reply shows with another value is named, also in a change of many and in a batch', async () => {
  const attributes = { name: 'web', locked: false, 'file-triggers-enabled': false, description: 'new' };
  const data = { type: 'workspaces', id, attributes };
  const all = ({ method, path }: FakeRequest): Answer => ({
    body: { data: method === 'GET' && /workspaces(\?|$)/.test(path) ? [data] : data },
  });
  const flags = '--file-triggers-enabled --description new --yes';
  const text = 'the server did not take file-triggers-enabled: it reports false';
  const one = await serving('otf', `update ${id} ${flags}`, all);
  expect(one.code, one.stderr).toBe(0);
  expect(one.stderr).toContain(text);
  expect(one.stderr).not.toContain('description');
  const many = await serving('otf', `update --where name=web ${flags} -o jsonl`, all);
  expect(many.stdout).toMatch(
    new RegExp(`"result":"done".*"reason":"${text}"|"reason":"${text}".*"result":"done"`),
  );
});

test('a lock of a run is broken only after a question that says what the run does', async () => {
  const data = {
    type: 'workspaces',
    id,
    attributes: { name: 'web', locked: true },
    relationships: { 'locked-by': { data: { type: 'runs', id: 'run-1' } } },
  };
  const attributes = {
    status: 'applying',
    'created-at': '2026-11-23T14:02:00Z',
    message: 'Deploy the network',
  };
  const included = [{ type: 'runs', id: 'run-1', attributes }];
  const shown: string[] = [];
  const io = typing(['n'], shown);
  const { code } = await serving(
    'hcp-terraform',
    `force-unlock ${id}`,
    () => ({ body: { data, included } }),
    {
      io,
    },
  );
  expect(code).toBe(2);
  expect(shown.join('')).toContain(
    'held by run run-1, applying, created 2026-11-23T14:02:00Z, "Deploy the network"',
  );
});

const named = (number: number) => ({
  type: 'workspaces',
  id: `ws-${String(number).padStart(16, '0')}`,
  attributes: { name: `w-${number}` },
});

/** One page of `total` workspaces; `shift` moves the first item of later pages. */
const page = (request: FakeRequest, total: number, size: number, shift = 0): Answer => {
  const number = Number(request.query['page[number]'] ?? '1');
  const pages = Math.ceil(total / size);
  const from = (number - 1) * size - (number > 1 ? shift : 0);
  return {
    body: {
      data: Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) =>
        named(from + index + 1),
      ),
      meta: {
        pagination: {
          'current-page': number,
          'next-page': number < pages ? number + 1 : null,
          'total-pages': pages,
          'total-count': total,
        },
      },
    },
  };
};

const lines = (text: string): readonly string[] => text.split('\n').filter(Boolean);
const numbers = (asked: readonly FakeRequest[]): readonly (string | null)[] =>
  asked.map(({ query }) => query['page[number]'] ?? null);

describe('pages', () => {
  test('are read four at a time, and stay in order whatever the order of the replies', async () => {
    const arrived: (() => void)[] = [];
    let open = 0;
    let most = 0;
    const { code, stdout, asked } = await serving(
      'generic',
      'list --page-size 10 -o name',
      async (request) => {
        open += 1;
        most = Math.max(most, open);
        const number = Number(request.query['page[number]'] ?? '1');
        // The first four wait for each other, and the last to arrive is answered first.
        if (number > 1 && number < 6) {
          await new Promise<void>((resolve) => {
            arrived.unshift(resolve);
            if (arrived.length === 4) for (const reply of arrived) setImmediate(reply);
          });
        }
        open -= 1;
        return page(request, 95, 10);
      },
    );
    expect(code).toBe(0);
    expect(lines(stdout)).toEqual(Array.from({ length: 95 }, (_, index) => `w-${index + 1}`));
    expect(asked).toHaveLength(10);
    expect(most).toBe(4);
  });

  test('show no item twice if the collection changes meanwhile', async () => {
    const changing = (line: string) => serving('generic', line, (request) => page(request, 30, 10, 2));
    const streamed = await changing('list --page-size 10 -o name');
    expect(lines(streamed.stdout)).toHaveLength(new Set(lines(streamed.stdout)).size);
    const { data } = JSON.parse((await changing('list --page-size 10 -o json')).stdout) as {
      data: readonly { id: string }[];
    };
    expect(data).toHaveLength(new Set(data.map((one) => one.id)).size);
  });

  test('are no more than --limit needs', async () => {
    const limited = (line: string) => serving('generic', line, (request) => page(request, 1000, 10));
    const { stdout, stderr, asked } = await limited('list --page-size 10 --limit 15 -o name');
    expect(lines(stdout)).toHaveLength(15);
    expect(stderr).toBe('');
    expect(numbers(asked)).toEqual([null, '2']);
    expect((await limited('list --page-size 10 --limit 10 -o name')).asked).toHaveLength(1);
    expect((await limited('list --limit 1 -o name')).asked).toHaveLength(1);
  });

  describe('end if the server ignores the page number and always names a next page', () => {
    const endless = (line: string, total: number) =>
      serving('generic', `tag list ${id} ${line}`, () => ({
        body: {
          data: [{ type: 'tags', id: 'tag-1', attributes: { name: 'eu' } }],
          meta: {
            pagination: { 'current-page': 1, 'next-page': 2, 'total-pages': total, 'total-count': total },
          },
        },
      }));

    test('and the list is reported as incomplete', async () => {
      const names = await endless('-o name', 9);
      expect(names).toMatchObject({
        code: 7,
        stdout: '',
        stderr: expect.stringContaining('the list is incomplete'),
      });
      expect(names.asked.length).toBeLessThanOrEqual(5);
      expect(await endless('-o json', 9)).toMatchObject({ code: 7, stdout: '' });
    });

    test('with success if all items arrived', async () => {
      expect(await endless('-o name', 1)).toMatchObject({ code: 0, stdout: 'eu\n', stderr: '' });
    });

    test('with success if enough items arrived', async () => {
      expect(await endless('-o name --limit 1', 9)).toMatchObject({ code: 0, stdout: 'eu\n', stderr: '' });
    });
  });

  test('end at an empty page that names a next one', async () => {
    const endless = await serving('generic', 'list -o name', (request) => ({
      body: {
        data: [],
        meta: {
          pagination: { 'current-page': Number(request.query['page[number]'] ?? '1'), 'next-page': 99 },
        },
      },
    }));
    expect(endless).toMatchObject({ code: 0, stdout: '' });
    expect(endless.asked).toHaveLength(1);
  });

  test('of tags are requested with the parameter names of OTF', async () => {
    const { asked } = await serving('otf', `tag list ${id} -o name`, (request) => {
      const number = Number(request.query['page'] ?? '1');
      return {
        body: {
          data: [{ type: 'tags', id: `tag-${number}`, attributes: { name: `t-${number}` } }],
          meta: {
            pagination: {
              'current-page': number,
              'next-page': number < 3 ? number + 1 : null,
              'total-pages': 3,
            },
          },
        },
      };
    });
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual([
      'page_size=100',
      'page_size=100&page=2',
      'page_size=100&page=3',
    ]);
  });

  test('leave stdout empty for json if one fails', async () => {
    const broken = await serving('generic', 'list --page-size 10 -o json', (request) =>
      request.query['page[number]'] === '2' ? { status: 404, body: {} } : page(request, 30, 10),
    );
    expect(broken).toMatchObject({ code: 5, stdout: '' });
  });

  test('name each included resource once', async () => {
    const included = [{ type: 'organizations', id: 'acme', attributes: { name: 'acme' } }];
    const { stdout } = await serving(
      'generic',
      'list --page-size 1 --include organization -o json',
      (request) => {
        const { body } = page(request, 3, 1);
        return { body: { ...(body as object), included: [...included, ...included] } };
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ data: { length: 3 }, included });
  });
});

describe('errors of any form are understood', () => {
  test.each<[string, Answer, number, RegExp]>([
    [
      'a status that is a number',
      { status: 422, body: { errors: [{ status: 422, title: 'invalid attribute', detail: 'Name is odd' }] } },
      1,
      /Name is odd/,
    ],
    [
      'a title without details',
      { status: 404, body: { errors: [{ status: '404', title: 'not found' }] } },
      5,
      /not found/,
    ],
    [
      'a pointer to what is wrong',
      { status: 422, body: { errors: [{ detail: 'is odd', source: { pointer: '/data/attributes/name' } }] } },
      1,
      /is odd \(\/data\/attributes\/name\)/,
    ],
    [
      'several at once',
      { status: 422, body: { errors: [{ detail: 'first' }, { detail: 'second' }] } },
      1,
      /first; second/,
    ],
    [
      'text in place of objects',
      { status: 409, body: { errors: ['the name is taken'] } },
      6,
      /the name is taken/,
    ],
    ['an object without errors', { status: 400, body: { message: 'no' } }, 1, /no/],
    ['a lone newline', { status: 409, headers: { 'content-type': 'text/plain' }, body: '\n' }, 6, /conflict/],
    ['an empty body', { status: 403 }, 4, /permission denied/],
    [
      'plain text',
      { status: 401, headers: { 'content-type': 'text/plain' }, body: 'invalid JWT' },
      4,
      /does not accept the token/,
    ],
    [
      'a web page',
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' },
      8,
      /sent a web page/,
    ],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://other.example/' } },
      9,
      /redirects to https:\/\/other\.example\//,
    ],
    ['another redirect', { status: 307, headers: { location: '/api/v2/x' } }, 8, /does not follow redirects/],
  ])('such as %s', async (_what, answer, code, words) => {
    const result = await serving('hcp-terraform', 'create edge', () => answer);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(words);
    expect(result.stderr).not.toMatch(/<html>|the-token|\[object/);
    expect(result.asked).toHaveLength(1);
  });

  test.each([
    { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
    { status: 404, body: { errors: [{ title: 'not found' }] } },
    { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>not here</html>' },
  ])('a 404 at an address without /api/v2 gets a hint', async (answer) => {
    const { stderr } = await answering(
      'workspace show edge',
      (origin) => ({
        TRIVET_WORKSPACES_URL: origin,
        TRIVET_WORKSPACES_TOKEN: 'the-token',
        TRIVET_ORGANIZATION: 'acme',
      }),
      () => answer,
    );
    expect(stderr).toMatch(/The base URL does not end in \/api\/v2\. Try: http:\S+\/api\/v2/);
    const { stderr: usual } = await serving('generic', 'show edge', () => answer);
    expect(usual).not.toContain('does not end in');
  });

  test('a success without a document is reported as an error', async () => {
    const html = { headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' };
    expect(await serving('generic', 'list', () => html)).toMatchObject({ code: 8, stdout: '' });
    expect(await serving('generic', 'create edge', () => html)).toMatchObject({ code: 9, stdout: '' });
  });

  test('a missing route is distinguished from a missing resource', async () => {
    const route = await serving('otf', `ssh-key unassign ${id}`, () => ({
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: '404 page not found\n',
    }));
    expect(route.code).toBe(7);
    const resource = await serving('otf', `ssh-key unassign ${id}`, () => ({
      status: 404,
      headers: { 'tfp-api-version': '2.5' },
      body: { errors: [{ status: '404', title: 'Not Found', detail: 'resource not found' }] },
    }));
    expect(resource.code).toBe(5);
  });

  test.each([
    ['create edge --agent-pool-id apool-1 --execution-mode agent', 'resource not found', /agent pool/],
    [`show ${id} --include outputs`, 'retrieving included resource: resource not found', /workspace exists/],
    [
      `update ${id} --vcs-repo-identifier a/b --vcs-repo-oauth-token-id ot-1`,
      'creating webhook: retrieving vcs provider: resource not found',
      /^(?!.*workspace \S+ not found)[^]*OAuth connection that was named/,
    ],
  ])('a 404 may be about something other than the workspace: %s', async (line, detail, hint) => {
    const { code, stderr } = await serving('otf', line, () => ({
      status: 404,
      headers: { 'tfp-api-version': '2.5' },
      body: { errors: [{ status: '404', title: 'Not Found', detail }] },
    }));
    expect(code).toBe(5);
    expect(stderr).toMatch(hint);
  });

  test("for an SSH key that is not found on the vendor's servers, the hint mentions organization tokens", async () => {
    for (const product of ['hcp-terraform', 'terraform-enterprise']) {
      const { code, stderr } = await serving(product, `ssh-key assign ${id} sshkey-1`, () => ({
        status: 404,
        body: { errors: [{ status: '404', title: 'not found' }] },
      }));
      expect(code).toBe(5);
      expect(stderr).toMatch(/organization token/);
    }
  });
});

describe('rate limits', () => {
  test('end after x-ratelimit-reset, even for a change that is sent only once', async () => {
    const { code, stderr, asked } = await serving('hcp-terraform', 'create edge', (_request, before) =>
      before === 0
        ? {
            status: 429,
            headers: { 'x-ratelimit-reset': '0.05' },
            body: { errors: [{ status: 429, title: 'Too many' }] },
          }
        : { status: 201, body: { data: named(1) } },
    );
    expect(code).toBe(0);
    expect(asked).toHaveLength(2);
    expect(stderr).toMatch(/replied with status 429; retrying in 0\.1 s/);
  });

  test('that last too long are reported', async () => {
    const { code, stderr, asked } = await serving('hcp-terraform', 'list', () => ({
      status: 429,
      headers: { 'x-ratelimit-reset': '3600' },
      body: { errors: [{ detail: "You have exceeded the API's rate limit." }] },
    }));
    expect({ code, requests: asked.length }).toEqual({ code: 7, requests: 1 });
    expect(stderr).toMatch(/rate limit.*\n.*again in 3600 s/);
  });
});

describe('conflicts', () => {
  const refusing = (line: string, detail: string) =>
    serving('hcp-terraform', line, (request) =>
      request.method === 'GET'
        ? { body: { data: named(1) } }
        : { status: 409, body: { errors: [{ status: '409', title: 'conflict', detail }] } },
    );

  test('show a holder that the server does not name as not reported', async () => {
    for (const line of [`lock ${id}`, `unlock ${id}`]) {
      const { code, stderr } = await refusing(line, '');
      expect(code).toBe(6);
      expect(stderr).toMatch(/is (?:already )?locked, the server does not report the holder/);
    }
  });

  test.each([
    ['The workspace is locked', /See by whom: trivet workspace show/],
    ['Latest workspace state is being processed to discover resources, please try again later', /--wait/],
    ['The workspace still manages 3 resources', /destroy them first/],
  ])('of a safe delete are distinguished: %s', async (detail, hint) => {
    const { code, stderr, asked } = await refusing(`delete ${id} --yes`, detail);
    expect(code).toBe(6);
    expect(stderr).toContain(detail);
    expect(stderr).toMatch(hint);
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
  });

  test('because of a state in processing are waited for with --wait, others are not', async () => {
    const processed = await serving('hcp-terraform', `delete ${id} --yes --wait`, (_request, before) =>
      before === 0
        ? { status: 409, body: { errors: [{ detail: 'state is being processed, please try again later' }] } }
        : { status: 204 },
    );
    expect({ code: processed.code, requests: processed.asked.length }).toEqual({ code: 0, requests: 2 });
    const managing = await refusing(`delete ${id} --yes --wait`, 'still manages resources');
    expect({ code: managing.code, requests: managing.asked.length }).toEqual({ code: 6, requests: 1 });
  });
});

describe('retention policies', () => {
  const policy = (attributes: object, target: object) => ({
    data: {
      id: 'drp-1',
      type: 'data-retention-policy-delete-olders',
      attributes,
      relationships: { target: { data: target } },
    },
  });
  const own = policy({ 'delete-older-than-n-days': 33 }, { type: 'workspaces', id });
  const line = `retention-policy set ${id} --delete-older-than-days 33 --yes`;

  test.each([200, 201])('are shown after a reply of %i with the policy', async (status) => {
    const { code, stdout, asked } = await serving('terraform-enterprise', line, () => ({
      status,
      body: own,
    }));
    expect(code).toBe(0);
    expect(stdout).toMatch(/delete-older-than-n-days\t33\nset-on\tworkspace/);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('are read after a reply without the policy', async () => {
    const { stdout, asked } = await serving('terraform-enterprise', line, ({ method }) =>
      method === 'POST' ? { status: 204 } : { body: own },
    );
    expect(stdout).toMatch(/delete-older-than-n-days\t33/);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET']);
  });

  test('are sent with PATCH if the server accepts nothing else', async () => {
    const { code, asked } = await serving('terraform-enterprise', line, ({ method }) =>
      method === 'POST' ? { status: 405 } : { body: own },
    );
    expect(code).toBe(0);
    const changes = asked.filter(({ method }) => method !== 'GET');
    expect(changes.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(changes[1]?.body).toBe(changes[0]?.body);
  });

  test('are read in both spellings, with their owner', async () => {
    const shown = async (body: unknown) =>
      (await serving('terraform-enterprise', `retention-policy show ${id}`, () => ({ body }))).stdout;
    const organization = { type: 'organizations', id: 'acme' };
    expect(await shown(policy({ deleteOlderThanNDays: 7 }, organization))).toMatch(
      /delete-older-than-n-days\t7\nset-on\torganization\ntarget\tacme/,
    );
    expect(await shown(own)).toMatch(/delete-older-than-n-days\t33\nset-on\tworkspace/);
  });
});

describe('names of the vendor’s servers', () => {
  const document = {
    data: {
      type: 'workspaces',
      id,
      attributes: { name: 'edge', 'terraform-version': '1.9.8', 'workspace-kpis-runs-count': 7 },
      relationships: { 'agent-pool': { data: { type: 'agent-pools', id: 'apool-1' } } },
    },
  };

  test('are shown as the documented names, which --field accepts, too', async () => {
    const { stdout } = await serving('hcp-terraform', `show ${id}`, () => ({ body: document }));
    expect(stdout).toMatch(/^engine-version\t1\.9\.8$/m);
    expect(stdout).toMatch(/^workspace-kpis-run-count\t7$/m);
    expect(stdout).toMatch(/^agent-pool-id\tapool-1$/m);
    const field = await serving('hcp-terraform', `show ${id} --field engine-version`, () => ({
      body: document,
    }));
    expect(field.stdout).toBe('1.9.8');
  });

  test('are sent in changes, with the media type of the service', async () => {
    const line = `update ${id} --terraform-version 1.9.8 --vcs-repo-vcs-app-installation-id ghain-1`;
    const { asked } = await serving('hcp-terraform', line, () => ({ body: document }));
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      data: {
        type: 'workspaces',
        attributes: { 'terraform-version': '1.9.8', 'vcs-repo': { 'github-app-installation-id': 'ghain-1' } },
      },
    });
    expect(asked[1]?.headers).toMatchObject({
      authorization: 'Bearer the-token',
      accept: 'application/vnd.api+json',
      'content-type': 'application/vnd.api+json',
    });
  });

  test('do not matter to a change without a body, which has the media type, too', async () => {
    const { asked } = await serving('hcp-terraform', `unlock ${id}`, () => ({ body: document }));
    // The first request reads the state before, for the receipt.
    expect(asked[1]).toMatchObject({ body: '', headers: { 'content-type': 'application/vnd.api+json' } });
  });

  test.each([
    ['create edge --drift-detection', /Did you mean --assessments-enabled/],
    [
      `update ${id} --vcs-repo-github-app-installation-id x`,
      /Did you mean --vcs-repo-vcs-app-installation-id/,
    ],
  ])('are not flags, but get a suggestion: %s', async (line, hint) => {
    const { code, stderr, asked } = await serving('hcp-terraform', line, () => ({ body: document }));
    expect({ code, sent: asked.length }).toEqual({ code: 2, sent: 0 });
    expect(stderr).toMatch(hint);
  });

  test('include a setting that one edition ignores, which a note says', async () => {
    const { code, stderr } = await serving(
      'terraform-enterprise',
      `update ${id} --assessments-enabled`,
      () => ({
        body: document,
      }),
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/Terraform Enterprise ignores --assessments-enabled/);
  });
});

test('paths are relative to the base URL', async () => {
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
