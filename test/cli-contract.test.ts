/** Tests the output contract through `main`: what goes to stdout in every format, and what never does. */
import { describe, expect, test } from 'vitest';
import type { CliOptions } from './support/run-cli.ts';
import { runCli, words } from './support/run-cli.ts';
import { useServers } from './support/counting-server.ts';
import { useSandbox } from './support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();
const serve = useServers();

/** A jobs service that answers every path with one document. */
const jobsWith = async (document: string, status = 200) => {
  const server = await serve((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(document),
  );
  const env = { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't', TRIVET_JOBS_PRODUCT: 'nomad' };
  return {
    ...server,
    run: (line: string, options: CliOptions = {}) =>
      runCli(words(line), { ...options, env: { ...env, ...options.env } }),
  };
};

/** A workspaces service of two pages with one workspace each; the second may fail. */
const twoPages = async (second?: number) => {
  const page = (number: number): string =>
    JSON.stringify({
      data: [
        {
          id: `ws-000000000000000${number}`,
          type: 'workspaces',
          attributes: { name: `w${number}`, 'resource-count': 3, description: null },
          relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
        },
      ],
      included: [{ id: 'acme', type: 'organizations', attributes: { email: 'a@example.com' } }],
      links: { self: 'http://x', next: 'http://y' },
      meta: {
        pagination: {
          'current-page': number,
          'page-size': 1,
          'next-page': number === 1 ? 2 : null,
          'total-pages': 2,
          'total-count': 2,
        },
      },
    });
  const server = await serve((request, response) => {
    const number = /page(?:%5B|\[)number(?:%5D|\])=2/i.test(request.url ?? '') ? 2 : 1;
    const failed = number === 2 && second !== undefined;
    response
      .writeHead(failed ? second : 200, { 'content-type': 'application/vnd.api+json' })
      .end(failed ? '{"errors":[{"detail":"page two is broken"}]}' : page(number));
  });
  const env = {
    TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 't',
    TRIVET_ORGANIZATION: 'acme',
  };
  return (line: string) => runCli(words(line), { env });
};

describe('the format', () => {
  test('is a table on a terminal and tsv in a pipe', async () => {
    const terminal = await trivet('workspace list --limit 2', { tty: true });
    const pipe = await trivet('workspace list --limit 2');
    expect(terminal.stdout.split('\n')[0]).toMatch(/name/i);
    expect(pipe.stdout.split('\n')[0]).not.toMatch(/^name\b/i);
    expect(pipe.stdout.split('\n').filter(Boolean)).toHaveLength(2);
    expect(pipe.stdout.split('\n')[0]?.split('\t').length).toBeGreaterThan(2);
  });

  test('comes from TRIVET_OUTPUT, and -o wins', async () => {
    const env = { TRIVET_OUTPUT: 'json' };
    expect(JSON.parse((await trivet('workspace list --limit 1', { env })).stdout)).toHaveProperty('data');
    expect((await trivet('workspace list --limit 1 -o name', { env })).stdout).toMatch(/^[a-z-]+\n$/);
  });

  test.each(['-o xml', '--output=xml', '-oxml'])('%s is exit 2', async (flag) => {
    const result = await trivet(`workspace list ${flag}`);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('table, wide, json');
  });

  test('refuses a wrong TRIVET_OUTPUT instead of ignoring it', async () => {
    const result = await trivet('workspace list', { env: { TRIVET_OUTPUT: 'xml' } });
    expect(result.code).toBeGreaterThan(1);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain('TRIVET_OUTPUT');
  });

  test.each(['env', 'export', 'credential-process'])('-o %s works only for credentials', async (format) => {
    const server = await jobsWith('[]');
    const result = await server.run(`job list -o ${format}`);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('credentials');
    expect(server.seen).toEqual([]);
  });
});

describe('the JSON document', () => {
  test('of workspaces merges pages, removes duplicates of included objects, and drops links and page numbers', async () => {
    const run = await twoPages();
    const document = JSON.parse((await run('workspace list -o json')).stdout) as Record<string, unknown>;
    expect(Object.keys(document)).toEqual(['data', 'included', 'meta']);
    expect(document['data']).toHaveLength(2);
    expect(document['included']).toHaveLength(1);
    expect(document['meta']).toEqual({ count: 2, 'total-count': 2 });
  });

  test('of secrets is the whole envelope', async () => {
    const document = JSON.parse((await trivet('pki role list -o json')).stdout) as Record<string, unknown>;
    expect(document).toMatchObject({ lease_id: '', data: { keys: expect.any(Array) as unknown } });
    expect(document).toHaveProperty('request_id');
  });

  test('of an empty LIST of secrets is a document, not an error', async () => {
    const server = await serve((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}'),
    );
    const env = {
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_SECRETS_TOKEN: 't',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    };
    const result = await runCli(['pki', 'role', 'list', '-o', 'json'], { env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({ data: { keys: [] } });
    expect(await runCli(['pki', 'role', 'list'], { env })).toMatchObject({ code: 0, stdout: '' });
  });

  test('of jobs is what the server sent', async () => {
    const server = await jobsWith('[]');
    expect((await server.run('job list -o json')).stdout).toBe('[]\n');
  });

  test('of a reply without content is null', async () => {
    const result = await trivet('workspace tag add network-prod contract -o json');
    expect(result).toMatchObject({ code: 0, stdout: 'null\n' });
  });

  test('holds PEM as text and any other bytes as base64', async () => {
    const pem = JSON.parse((await trivet('pki ca show -o json')).stdout) as { pem: string };
    expect(pem.pem).toMatch(/^-----BEGIN CERTIFICATE-----/);
    const der = JSON.parse((await trivet('pki ca show --der -o json')).stdout) as { base64: string };
    expect(Buffer.from(der.base64, 'base64')[0]).toBe(0x30);
    // In a pipe the output is the bytes themselves.
    expect((await trivet('pki ca show --der')).bytes[0]).toBe(0x30);
  });

  test('is not printed in part: a failed page leaves stdout empty, while lines already printed stay', async () => {
    const run = await twoPages(400);
    expect(await run('workspace list -o json')).toMatchObject({ code: 1, stdout: '' });
    expect(await run('workspace list -o yaml')).toMatchObject({ code: 1, stdout: '' });
    const lines = await run('workspace list -o jsonl');
    expect(lines.code).toBe(1);
    expect(lines.stdout).toMatch(/^\{.*"name":"w1".*\}\n$/);
    expect(lines.stderr).toContain('page two is broken');
  });

  test('keeps integers exact, like every data format', async () => {
    const server = await jobsWith(
      '[{"ID":"a","Status":"running","JobModifyIndex":18446744073709551615,"Meta":{"N":9007199254740993}}]',
    );
    for (const format of ['json', 'jsonl', 'yaml']) {
      expect((await server.run(`job list -o ${format}`)).stdout).toContain('18446744073709551615');
    }
    expect((await server.run('job list --field Meta.N')).stdout).toBe('9007199254740993\n');
    // JMESPath only has doubles, so an integer that does not fit is a string in it.
    expect((await server.run("job list --query '[0].Meta.N'")).stdout).toBe('"9007199254740993"\n');
  });
});

describe('a line of output', () => {
  test('of workspaces has flat attributes, and relationships as IDs', async () => {
    const run = await twoPages();
    const { stdout } = await run('workspace list -o jsonl');
    const [first] = stdout.split('\n').map((line) => JSON.parse(line || 'null') as unknown);
    expect(first).toMatchObject({
      id: 'ws-0000000000000001',
      type: 'workspaces',
      name: 'w1',
      'resource-count': 3,
      organization: 'acme',
    });
    expect(first).not.toHaveProperty('attributes');
  });

  test('of secrets has the data of the envelope, and its lease', async () => {
    const { stdout } = await trivet('aws creds deploy -o jsonl');
    expect(JSON.parse(stdout)).toMatchObject({
      access_key: expect.any(String) as unknown,
      lease_id: expect.stringContaining('creds/deploy') as unknown,
      lease_duration: expect.any(Number) as unknown,
      renewable: expect.any(Boolean) as unknown,
    });
  });

  test('as tsv has no header, is never truncated, and escapes what would end a field', async () => {
    const id = 'x'.repeat(300);
    const server = await jobsWith(
      JSON.stringify([{ ID: id, Name: 'a\tb\nc\\d', Type: 'service', Status: '' }]),
    );
    const { stdout } = await server.run('job list --fields ID,Name,Status');
    expect(stdout).toBe(`${id}\ta\\tb\\nc\\\\d\t\n`);
  });

  test('of a single record is a key and a value', async () => {
    const { stdout } = await trivet('workspace show network-prod');
    expect(stdout.split('\n')).toContain('name\tnetwork-prod');
    for (const line of stdout.split('\n').filter(Boolean)) expect(line).toMatch(/^[^\t]+\t/);
  });

  test('as csv has quotes where needed, below a header', async () => {
    const server = await jobsWith('[{"ID":"a,b","Status":"running","Name":"say \\"x\\""}]');
    const { stdout } = await server.run('job list -o csv --fields ID,Name');
    expect(stdout).toMatch(/^ID,Name\r?\n"a,b","say ""x"""\r?\n$/);
  });

  test('as name is what the next command takes', async () => {
    expect((await trivet('workspace list --search-name network-prod -o name')).stdout).toBe('network-prod\n');
    expect((await trivet('pki role list -o name')).stdout.split('\n')).toContain('web');
  });

  test('has times in RFC 3339', async () => {
    const { stdout } = await trivet('workspace show network-prod --field created-at');
    expect(stdout).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);
  });
});

describe('--field', () => {
  test('prints exact bytes, and a newline only on a terminal', async () => {
    expect((await trivet('workspace show network-prod --field name')).stdout).toBe('network-prod');
    expect((await trivet('workspace show network-prod --field name', { tty: true })).stdout).toBe(
      'network-prod\n',
    );
  });

  test('prints one line for each item of a list', async () => {
    expect((await trivet('workspace list --limit 3 --field name')).stdout.split('\n')).toHaveLength(4);
  });

  test('prints nothing for null', async () => {
    expect(await trivet('workspace show network-prod --field source-url')).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  test('tries the exact key first, then the dotted path', async () => {
    const server = await jobsWith('{"ID":"a","Meta.b":"exact","Meta":{"b":"dotted","c":{"d":7}}}');
    expect((await server.run('job show a --field Meta.b')).stdout).toBe('exact');
    expect((await server.run('job show a --field Meta.c.d')).stdout).toBe('7');
  });

  test.each([
    '--field nam',
    '--fields nam',
    '-o json --fields nam',
    '-o jsonl --fields nam',
    '-o csv --fields nam',
  ])('that no reply has is exit 2 with a suggestion, and nothing is sent (%s)', async (flags) => {
    clear();
    const result = await trivet(`workspace show network-prod ${flags}`);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(requests()).toEqual([]);
    expect(result.stderr).toMatch(/no field \\?"nam/);
    expect(result.stderr).toMatch(/name/);
  });

  test('prints an object as JSON', async () => {
    const server = await jobsWith('{"ID":"a","Meta":{"k":"v"}}');
    expect(JSON.parse((await server.run('job show a --field Meta')).stdout)).toEqual({ k: 'v' });
  });
});

describe('--fields', () => {
  test.each([
    ['jsonl', '{"name":"network-prod","locked":false}\n'],
    ['tsv', 'name\tnetwork-prod\nlocked\tfalse\n'],
    ['csv', 'name,locked\r\nnetwork-prod,false\r\n'],
    ['yaml', 'name: network-prod\nlocked: false\n'],
  ])('work as %s', async (format, expected) => {
    const { stdout } = await trivet(`workspace show network-prod --fields name,locked -o ${format}`);
    expect(stdout.replaceAll('\r\n', '\n')).toBe(expected.replaceAll('\r\n', '\n'));
  });

  test('as json keep only those keys of the items', async () => {
    const { stdout } = await trivet('workspace list --limit 2 --fields id,name -o json');
    const items = JSON.parse(stdout) as readonly object[];
    expect(items.map((item) => Object.keys(item))).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
  });

  test('that contradict other flags are exit 2', async () => {
    for (const flags of [
      '--field a --fields b',
      '--query a --field b',
      '--query a -o jsonl',
      '--query a -o name',
    ]) {
      expect(await trivet(`workspace show network-prod ${flags}`)).toMatchObject({ code: 2, stdout: '' });
    }
  });

  test('if the reply of a change lacks the field, the error says that the change was made', async () => {
    const query = await trivet(`pki role write shown --ttl 1h --query 'abs(data)'`);
    expect(query.code).toBe(1);
    expect(query.stderr).toMatch(/\n {2}The change was made\.\n$/);
    expect((await trivet(`pki role show shown --query 'abs(data)'`)).stderr).not.toContain(
      'The change was made',
    );
  });

  test('if the reply could not be shown, no request is sent and the exit code is 2', async () => {
    for (const flags of [
      '--field a --fields b',
      '--query a --field b',
      '--query a -o name',
      '--query a -o name',
      '--fields a -o name',
      `--query '[?'`,
      '--query data.auto-apply',
    ]) {
      for (const line of [
        'workspace lock network-prod',
        'pki issue web --common-name a.example.com --reveal',
      ]) {
        clear();
        expect(await trivet(`${line} ${flags}`), flags).toMatchObject({ code: 2, stdout: '' });
        expect(requests(), `${line} ${flags}`).toEqual([]);
      }
    }
  });
});

describe('--query', () => {
  test('applies JMESPath to the document: prints JSON, or plain scalars as tsv', async () => {
    const query = `--query 'data.attributes.name'`;
    expect((await trivet(`workspace show network-prod ${query}`)).stdout).toBe('"network-prod"\n');
    expect((await trivet(`workspace show network-prod ${query} -o tsv`)).stdout).toBe('network-prod\n');
    expect((await trivet(`workspace show network-prod ${query} -o yaml`)).stdout).toBe('network-prod\n');
  });

  test('applies to all pages of a list', async () => {
    expect((await trivet(`workspace list --query 'length(data)'`)).stdout).toBe('60\n');
  });

  test('gives a hint for a hyphenated key without quotes', async () => {
    const result = await trivet(`workspace show network-prod --query data.attributes.auto-apply`);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`"auto-apply"`);
    const quoted = await trivet(`workspace show network-prod --query 'data.attributes."auto-apply"'`);
    expect(quoted.stdout).toBe('true\n');
  });

  test('with a syntax error is exit 2', async () => {
    expect(await trivet(`workspace show network-prod --query '[?'`)).toMatchObject({ code: 2, stdout: '' });
  });

  test('that does not fit the reply is exit 1, because the request was sent', async () => {
    expect(await trivet(`workspace show network-prod --query 'abs(data)'`)).toMatchObject({
      code: 1,
      stdout: '',
    });
  });
});

describe('secrets', () => {
  const issue = 'pki issue web --common-name contract.example.com';

  test('are masked in table and tsv unless --reveal; secrets that are returned once are shown or refused', async () => {
    const kept = 'aws static-creds build';
    for (const options of [{}, { tty: true }]) {
      const masked = await trivet(kept, options);
      expect({ code: masked.code, masked: masked.stdout.includes('--reveal') }).toEqual({
        code: 0,
        masked: true,
      });
      expect((await trivet(`${kept} --reveal`, options)).stdout).not.toContain('hidden');
      expect((await trivet(`${issue} --reveal`, options)).stdout).toContain('PRIVATE KEY-----');
    }
    expect((await trivet(issue, { tty: true })).code).toBe(2);
    expect((await trivet(issue)).code).toBe(2);
  });

  test('are shown by data formats and --field', async () => {
    for (const flags of ['-o json', '-o jsonl', '-o yaml', '--field private_key']) {
      expect((await trivet(`${issue} ${flags}`)).stdout).toContain('PRIVATE KEY-----');
    }
  });

  test('in PEM are masked in any field', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\\nMII\\n-----END PRIVATE KEY-----';
    const server = await jobsWith(`[{"ID":"a","Status":"running","Name":"${pem}"}]`);
    expect((await server.run('job list --fields ID,Name')).stdout).not.toContain('MII');
    expect((await server.run('job list --fields ID,Name --reveal')).stdout).toContain('MII');
  });
});
