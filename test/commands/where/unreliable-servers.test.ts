/** Tests servers that cannot check a condition: exit 7, instead of treating it as true or finding nothing. */
import { describe, expect, test } from 'vitest';
import type { Answer, FakeRequest } from '../../support/fake-server.ts';
import type { Answered } from '../../support/answering.ts';
import { answering, secretsAt } from '../../support/answering.ts';

type Attributes = Readonly<Record<string, unknown>>;

const workspace = (name: string, attributes: Attributes, relationships: Attributes = {}) => ({
  id: `ws-${name.padEnd(16, '0')}`,
  type: 'workspaces',
  attributes: { name, ...attributes },
  relationships,
});

const role = { key_type: 'ec', allow_any_name: true };

const page = (...data: readonly unknown[]): Answer => ({ body: { data } });

const workspaces = (
  line: string,
  product: string,
  answer: (request: FakeRequest, before: number) => Answer,
): Promise<Answered> =>
  answering(
    line,
    (origin) => ({
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: product,
      TRIVET_ORGANIZATION: 'acme',
    }),
    answer,
  );

const secrets = (line: string, answer: (request: FakeRequest) => Answer): Promise<Answered> =>
  answering(
    line,
    (origin) => ({
      ...secretsAt(origin),
      TRIVET_SECRETS_PRODUCT: 'openbao',
    }),
    (request) => ({ headers: { 'content-type': 'application/json' }, ...answer(request) }),
  );

describe('with a server that ignores filters', () => {
  test('trivet checks the rows itself', async () => {
    const { code, stdout } = await workspaces('workspace list --where tag=prod -o name', 'otf', () =>
      page(
        workspace('one', { 'tag-names': ['prod'] }),
        workspace('two', { 'tag-names': ['dev'] }),
        workspace('three', { 'tag-names': [] }),
      ),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'one\n' });
  });

  test('trivet does not send a filter that the product is known to ignore', async () => {
    const { asked, stdout } = await workspaces(
      'workspace list --where current-run.status=applied -o name',
      'otf',
      () => ({
        body: {
          data: [workspace('one', {}, { 'current-run': { data: { id: 'run-1', type: 'runs' } } })],
          included: [{ id: 'run-1', type: 'runs', attributes: { status: 'applied' } }],
        },
      }),
    );
    expect(Object.keys(asked[0]?.query ?? {})).not.toContain('filter[current-run][status]');
    expect(stdout).toBe('one\n');
  });

  test('trivet reads the tags of each workspace if the rows have none', async () => {
    const tags: Readonly<Record<string, readonly string[]>> = { one: ['prod'], two: ['dev'] };
    const { stdout, asked } = await workspaces(
      'workspace list --where tag=prod --where locked=false -o name',
      'generic',
      ({ path }) => {
        const [, name] = /ws-([a-z]+)0*\/relationships\/tags/.exec(path) ?? [];
        if (name === undefined) {
          return page(
            workspace('one', { locked: false }),
            workspace('two', { locked: false }),
            workspace('three', { locked: true }),
          );
        }
        return page(
          ...(tags[name] ?? []).map((tag) => ({ id: `tag-${tag}`, type: 'tags', attributes: { name: tag } })),
        );
      },
    );
    expect(stdout).toBe('one\n');
    expect(asked).toHaveLength(3);
  });
});

/** Replies that do not say of any object that it satisfies the condition. */
const refusal = (text: string) => ({ code: 7, stdout: '', stderr: expect.stringContaining(text) });
const shown = ({ code, stdout, stderr }: Answered) => ({ code, stdout, stderr });

describe('a condition on a field that is not reported', () => {
  test.each(['locked=false', 'locked!=true', `locked-reason=''`, 'tag-names!=prod', 'terraform-version<2'])(
    'fails if neither the list nor the object has it: %s',
    async (condition) => {
      const [field = ''] = condition.split(/[!=<]/);
      const one = workspace('one', {});
      expect(
        shown(
          await workspaces(`workspace list --where ${condition} -o name`, 'generic', ({ path }) =>
            path.endsWith('/workspaces') ? page(one) : { body: { data: one } },
          ),
        ),
      ).toEqual(refusal(`does not report ${field} of workspace one`));
    },
  );

  test('fails if one reply of many lacks it', async () => {
    expect(
      shown(
        await workspaces('workspace list --where locked=true -o name', 'generic', ({ path }) =>
          path.endsWith('/workspaces')
            ? page(
                workspace('one', { locked: true }),
                workspace('two', {}),
                workspace('three', { locked: true }),
              )
            : { body: { data: workspace('two', {}) } },
        ),
      ),
    ).toEqual(refusal('does not report locked of workspace two'));
  });

  test('reads the object if the list lacks it', async () => {
    const { stdout } = await workspaces('workspace list --where locked=true -o name', 'generic', ({ path }) =>
      path.endsWith('/workspaces')
        ? page(workspace('one', {}))
        : { body: { data: workspace('one', { locked: true }) } },
    );
    expect(stdout).toBe('one\n');
  });

  test('sends nothing if the product lacks it', async () => {
    const answered = await workspaces('workspace list --where assessments-enabled=true', 'otf', () => page());
    expect(shown(answered)).toEqual(refusal('does not report assessments-enabled'));
    expect(answered.asked).toEqual([]);
  });

  test('fails if the value has another type', async () => {
    expect(
      shown(
        await workspaces('workspace list --where locked=false -o name', 'generic', ({ path }) => {
          const one = workspace('one', { locked: 'perhaps' });
          return path.endsWith('/workspaces') ? page(one) : { body: { data: one } };
        }),
      ),
    ).toEqual(refusal('does not report locked of workspace one'));
  });

  test('fails if the server has no tags, instead of treating them as empty', async () => {
    expect(
      shown(
        await workspaces('workspace list --where tag!=prod -o name', 'generic', ({ path }) => {
          if (path.includes('/relationships/tags'))
            return { status: 404, body: { errors: [{ status: '404' }] } };
          const one = workspace('one', {});
          return path.endsWith('/workspaces') ? page(one) : { body: { data: one } };
        }),
      ),
    ).toEqual(refusal('does not report tag of workspace one'));
  });

  test('fails if the run is missing in the reply', async () => {
    const one = workspace('one', {}, { 'current-run': { data: { id: 'run-1', type: 'runs' } } });
    expect(
      shown(
        await workspaces('workspace list --where current-run.status=applied -o name', 'otf', ({ path }) =>
          path.endsWith('/workspaces') ? page(one) : { body: { data: one } },
        ),
      ),
    ).toEqual(refusal('does not report current-run.status'));
  });

  test('fails if the reply of a role lacks it', async () => {
    expect(
      shown(
        await secrets('pki role list --where allow_localhost=true -o name', ({ path, query }) => {
          if (query['list'] !== undefined) return { body: { data: { keys: ['a', 'b', 'c'] } } };
          return { body: { data: path.endsWith('/b') ? role : { ...role, allow_localhost: true } } };
        }),
      ),
    ).toEqual(refusal('does not report allow_localhost of role b'));
  });

  test('fails if a role cannot be read', async () => {
    const { code, stdout } = await secrets(
      'pki role list --where allow_any_name=true -o name',
      ({ path, query }) => {
        if (query['list'] !== undefined) return { body: { data: { keys: ['a', 'b'] } } };
        if (path.endsWith('/b'))
          return { status: 403, body: { errors: ['1 error occurred: permission denied'] } };
        return { body: { data: { ...role, allow_any_name: true } } };
      },
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  });

  test('counts a role that no longer exists when it is read', async () => {
    const { code, stdout, stderr } = await secrets(
      'pki role list --where allow_any_name=true -o name',
      ({ path, query }) => {
        if (query['list'] !== undefined) return { body: { data: { keys: ['a', 'b'] } } };
        if (path.endsWith('/b')) return { status: 404, body: { errors: [] } };
        return { body: { data: { ...role, allow_any_name: true } } };
      },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'a\n' });
    expect(stderr).toContain('1 no longer existed when they were read');
  });
});

test('no names of an incomplete list are printed', async () => {
  const { code, stdout } = await workspaces('workspace list -o name', 'generic', ({ query }) =>
    query['page[number]'] === '2'
      ? { status: 400, body: { errors: [] } }
      : {
          body: {
            data: [workspace('one', {})],
            meta: { pagination: { 'current-page': 1, 'next-page': 2, 'total-pages': 2, 'total-count': 2 } },
          },
        },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});
