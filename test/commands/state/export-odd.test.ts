/** Tests the export of a list with names that no request can have, and objects that cannot be read. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';

const { trivet, path } = useConfigFolder();
const serve = useServers();

const jobsNamed = async (names: readonly string[]) => {
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('content-type', 'application/json');
    const job = (ID: string) => ({
      ID,
      Name: ID,
      Namespace: 'default',
      Type: 'service',
      Status: 'running',
      Stop: ID === 'stopped',
      TaskGroups: [],
    });
    const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
    if (pathname === '/v1/jobs') response.end(JSON.stringify(names.map(job)));
    else if (id === 'gone') response.writeHead(404, { 'content-type': 'text/plain' }).end('job not found');
    else if (id === 'closed')
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Permission denied');
    else response.end(JSON.stringify(job(id)));
  });
  return { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't', TRIVET_JOBS_PRODUCT: 'generic' };
};

test('objects that cannot be read are left out with a warning each, and the others are exported', async () => {
  const env = await jobsNamed(['web', '..', 'a\nb', 'gone', 'closed']);
  const { code, stdout, stderr } = await trivet('export job', { env });
  expect(code).toBe(10);
  expect(stdout.match(/^name: .*/gm)).toEqual(['name: web']);
  expect(stderr.match(/job .*? was left out/g)).toEqual([
    'job .. in namespace default was left out',
    String.raw`job a\nb in namespace default was left out`,
    'job gone in namespace default was left out',
    'job closed in namespace default was left out',
  ]);
  expect(stderr).not.toContain('Nothing was sent');
  expect((await trivet(`export job --dir ${path('out')}`, { env })).code).toBe(10);
  expect(readdirSync(path('out'))).toEqual(['job.web.yaml']);
});

test('a job that is stopped is exported with a warning, since its file starts it', async () => {
  const env = await jobsNamed(['web', 'stopped']);
  const { code, stderr } = await trivet('export job', { env });
  expect([
    code,
    stderr.match(/job .* is stopped, and its file does not say so: apply would start it/g),
  ]).toEqual([
    0,
    ['job stopped in namespace default is stopped, and its file does not say so: apply would start it'],
  ]);
});

test('if nothing can be read, the failure is that of the first', async () => {
  const env = await jobsNamed(['..', 'closed']);
  const { code, stderr } = await trivet('export job', { env });
  expect(code).toBe(2);
  expect(stderr).toContain('which would address another resource');
  expect(stderr).not.toContain('Nothing was sent');
});

test('names that differ have lines that differ, and none of them is sent as another name', async () => {
  const env = await jobsNamed(['a\nb', String.raw`a\u{a}b`]);
  const { stdout } = await trivet('job list -o name', { env });
  expect(stdout).toBe('a\\u{a}b\na\\u{5c}u{a}b\n');
  expect((await trivet('job stop - --yes', { env, stdin: stdout })).code).toBe(2);
});
