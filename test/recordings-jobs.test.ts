/**
 * Replays exchanges of a real Nomad: trivet sends the recorded request, and shows the reply with the right exit code.
 */
import { describe, expect, test } from 'vitest';
import { isObject as isJsonObject, own } from '../src/documents/json/json.ts';
import { parseJson, writeJson } from '../src/documents/json/lossless.ts';
import { readDocument } from '../src/services/document.ts';
import { loadService } from '../src/services/index.ts';
import { jobRecordings, lineOf, replyOf } from './support/job-recordings.ts';
import type { Normalised, Recording } from './support/replay.ts';
import { normalised, recorded, replay } from './support/replay.ts';

/** Exchanges that no command can produce; they only go through the decoder. */
const decoderOnly: Readonly<Record<string, string>> = {
  'job.allocations.all-bad': 'a switch is true or false',
  'job.allocations.logs-of-task': 'an endpoint that the document does not have',
  'job.deployment.promote': 'an endpoint that the document does not have',
  'job.dispatch.empty-body': 'a body is always sent',
  'job.dispatch.idempotency-token-documented-name': "the token goes under the product's name",
  'job.dispatch.idempotency-token-in-body': 'the token goes in the query',
  'job.dispatch.payload-bad-base64': 'trivet makes the base64',
  'job.evaluate.empty-body': 'JobID is always sent',
  'job.evaluate.id-mismatch': 'JobID is that of the path',
  'job.evaluate.no-job-id': 'JobID is always sent',
  'job.list.gzip': 'compression is declined',
  'job.list.index-bad': 'the index comes from the server',
  'job.list.meta-bad': 'a switch is true or false',
  'job.list.method-not-allowed': 'no command sends PATCH there',
  'job.list.per-page-bad': 'an integer is checked before',
  'job.list.pretty': 'no parameter of the document',
  'job.list.reverse-bad': 'a switch is true or false',
  'job.list.stale-bad': 'a switch is true or false',
  'job.list.wait-bad': 'the wait is always 30s',
  'job.parse.bad-json': 'trivet writes the JSON',
  'job.parse.empty-body': 'a body is always sent',
  'job.parse.file-function': 'trivet reads the file, and the server gets its content',
  'job.parse.get': 'parse is a POST',
  'job.parse.wrong-type': 'a job file is text',
  'job.periodic.force.evaluation-names-child': 'an endpoint that the document does not have',
  'job.plan.empty-body': 'a body is always sent',
  'job.plan.no-job': 'the job is always sent',
  'job.register.bad-json': 'trivet writes the JSON',
  'job.register.empty-body': 'a body is always sent',
  'job.register.not-wrapped': 'trivet wraps a bare job',
  'job.register.put': 'sent as POST, as documented; the reply is that of job.register',
  'job.revert.empty-body': 'a body is always sent',
  'job.revert.id-mismatch': 'JobID is that of the path',
  'job.revert.no-job-id': 'JobID is always sent',
  'job.scale.empty-body': 'a body is always sent',
  'job.scale.no-group': 'the group is an argument',
  'job.scale.no-target': 'the group is an argument',
  'job.show.dispatched-child-raw-slash': 'slashes of an ID are escaped',
  'job.show.leading-slash-raw': 'slashes of an ID are escaped',
  'job.show.namespace-wildcard': '* is refused for a single job',
  'job.show.no-id': 'an empty ID is refused',
  'job.stable.id-mismatch': 'JobID is that of the path',
  'job.stable.no-job-id': 'JobID is always sent',
  'job.stop.leading-slash-raw': 'slashes of an ID are escaped',
  'job.stop.no-shutdown-delay-bad': 'a switch is true or false',
  'job.stop.purge-bad': 'a switch is true or false',
  'job.submission.bad-version': 'an integer is checked before',
  'job.submission.no-version': 'the current version is looked up',
  'job.update.empty-body': 'a body is always sent',
  'job.update.no-payload-job': 'the job is always sent',
  'job.versions.diff-version-unknown': 'no parameter of the document',
  'job.versions.diffs-bad': 'a switch is true or false',
};

/** Blocking queries, which `test/commands/job/watch.test.ts` plays. */
const watched = new Set([
  'job.list.blocking-change',
  'job.list.blocking-timeout',
  'job.show.blocking-change',
  'job.show.unknown-blocking',
]);

/** Exit codes other than 1 for 400 and 500, 4 for 403 and 5 for 404. */
const codes: Readonly<Record<string, number>> = {
  'job.actions.unknown': 5,
  'job.allocations.unknown': 5,
  'job.deployment.unknown': 5,
  'job.deployments.unknown': 5,
  'job.evaluations.unknown': 5,
  'job.allocations.purged': 5,
  'job.dispatch.unknown-job': 5,
  'job.evaluate.unknown-job': 5,
  'job.periodic.force.unknown-job': 5,
  'job.list.unknown-region': 5,
  'job.plan.unknown-namespace': 5,
  'job.register.enforce-index-unknown-job': 6,
  'job.register.enforce-index-wrong': 6,
  'job.register.enforce-index-zero-exists': 6,
  'job.register.unknown-namespace': 5,
  'job.register.unknown-node-pool': 5,
  'job.register.unknown-region': 5,
  'job.register.unknown-region-query': 5,
  'job.revert.enforce-prior-wrong': 6,
  'job.revert.unknown-job': 5,
  'job.revert.unknown-version': 5,
  'job.scale.active-deployment': 6,
  'job.services.without-v1': 7,
  'job.show.id-suffix-collision': 7,
  'job.stable.pruned-version': 5,
  'job.stable.unknown-job': 5,
  'job.stable.unknown-version': 5,
  'job.update.enforce-index-wrong': 6,
};

/** Exchanges that were sent with the documents' names. */
const documented = new Set([
  'job.list.bearer',
  'job.list.bearer-malformed',
  'job.parse.hclv1',
  'job.parse.hclv1-only-syntax',
  'job.revert.documented-tokens',
  'job.scale.error-as-string',
  'job.services.without-v1',
]);

/** Requests that trivet refuses; sent with --no-validate. */
const unchecked = new Set([
  'job.list.per-page-negative',
  'job.register.eval-priority-bad',
  'job.register.id-suffix-collision',
  'job.revert.negative-version',
  'job.scale.negative',
  'job.scale.nothing',
  'job.show.id-suffix-collision',
  'job.stop.eval-priority-bad',
  'job.submission.negative-version',
  'job.update.id-mismatch',
]);

/** Look-ups that a guard sends before (`first`) or after the recorded exchange. */
const lookUps = (name: string): { readonly before: readonly string[]; readonly after: readonly string[] } => {
  if (name.startsWith('job.stop')) return { before: ['job.show'], after: [] };
  if (name.startsWith('job.list')) return { before: [], after: ['job.list.empty'] };
  if (/^job\.(?:allocations|evaluations|deployments?)\.(?:unknown|purged)$/.test(name)) {
    return { before: [], after: ['job.show.unknown'] };
  }
  if (name.startsWith('job.dispatch.idempotency'))
    return { before: [], after: ['job.show.dispatched-child'] };
  return { before: [], after: ['job.show'] };
};

const named = (name: string): Recording => {
  const found = jobRecordings.get(name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  return found;
};

/** The job that a look-up has to show, so that its reply is about it. */
const jobOf = ({ name, request }: Recording): string | undefined => {
  const reply: unknown = name.startsWith('job.dispatch') ? replyOf(name) : undefined;
  if (isObject(reply) && typeof reply['DispatchedJobID'] === 'string') return reply['DispatchedJobID'];
  const [, id] = /^\/v1\/job\/([^/?]+)/.exec(request.path) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
};

/** A recorded look-up, with the job of the exchange in place of its own. */
const lookUpFor = (recording: Recording, name: string): Recording => {
  const found = named(name);
  const job = jobOf(recording);
  const reply = replyOf(name);
  if (job === undefined || own(reply, 'ID') === undefined || !isJsonObject(reply)) return found;
  const text = writeJson({ ...reply, ID: job });
  return { ...found, response: { ...found.response, body: { text } } };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes the known differences: pages of 500, the idempotency token, the submission, the default message and the diff
 * are added by trivet; false and empty maps equal absence; keys of a wrapper have any case.
 */
const comparable = (request: Normalised, wanted: Normalised): Normalised => {
  const ours = new Set(['per_page', 'idempotency_token'].filter((name) => wanted.query[name] === undefined));
  const query = Object.entries(request.query).filter(([name]) => !ours.has(name));
  const switched = query.map(([name, value]) => [name, value === '' ? 'true' : value] as const);
  if (!isObject(request.body))
    return { ...request, query: Object.fromEntries(switched), body: request.body ?? {} };
  const body: Record<string, unknown> = { ...request.body };
  if (isObject(wanted.body)) {
    if (wanted.body['Submission'] === undefined) delete body['Submission'];
    if (wanted.body['Message'] === undefined && body['Message'] === 'scaled with trivet')
      delete body['Message'];
  }
  if (body['Diff'] === false) delete body['Diff'];
  if (isObject(body['Meta']) && Object.keys(body['Meta']).length === 0) delete body['Meta'];
  if (body['job'] !== undefined) {
    body['Job'] = body['job'];
    delete body['job'];
  }
  return { ...request, query: Object.fromEntries(switched), body };
};

const expectedCode = ({ name, response }: Recording): number => {
  const known = codes[name];
  if (known !== undefined) return known;
  if (response.status < 300) return 0;
  return response.status === 403 ? 4 : response.status === 404 ? 5 : 1;
};

const replayed = [...jobRecordings.values()].filter(
  ({ name, operation }) =>
    operation !== 'job.action' && operation !== 'server' && !watched.has(name) && !(name in decoderOnly),
);

test('every exchange has a command, or a reason why it has none', () => {
  const without = replayed.filter((recording) => lineOf(recording) === undefined).map(({ name }) => name);
  expect(without).toEqual([]);
  expect(Object.keys(decoderOnly).filter((name) => !jobRecordings.has(name))).toEqual([]);
});

describe('a recorded exchange', () => {
  test.each(replayed.map((recording) => [recording.name, recording] as const))(
    '%s is replayed',
    async (name, recording) => {
      const line = lineOf(recording);
      if (line === undefined) throw new Error(`no command for ${name}`);
      const { before, after } = lookUps(name);
      const lookUp = (one: string): Recording => lookUpFor(recording, one);
      const exchanges = [...before.map(lookUp), recording, ...after.map(lookUp)];
      const product = documented.has(name) ? 'generic' : 'nomad';
      const anonymous = name.endsWith('no-token');
      const result = await replay(
        exchanges,
        [
          ...line.argv,
          ...(name.startsWith('job.plan') || name === 'job.versions.diffs' ? ['--reveal'] : []),
          '-o',
          'json',
          ...(unchecked.has(name) ? ['--no-validate'] : []),
        ],
        (origin) => ({
          TRIVET_JOBS_URL: origin,
          TRIVET_JOBS_PRODUCT: product,
          MeshToken: 'x',
          SecretsToken: 'y',
          ...(anonymous ? {} : { TRIVET_JOBS_TOKEN: 'the-token' }),
        }),
        line.stdin === undefined ? {} : { stdin: line.stdin },
      );
      expect({ code: result.code, stderr: result.stderr }).toEqual({
        code: expectedCode(recording),
        stderr: expect.any(String),
      });
      const sent = result.sent[before.length];
      const wanted = normalised(recorded(recording));
      expect(sent === undefined ? undefined : comparable(normalised(sent), wanted)).toEqual(
        comparable(wanted, wanted),
      );
      const token = {
        [product === 'nomad' ? 'x-nomad-token' : 'authorization']: expect.stringContaining('the-token'),
      };
      if (anonymous) expect(sent?.headers).not.toHaveProperty('x-nomad-token');
      else expect(sent?.headers).toMatchObject(token);
      if (result.code === 0) expect(parseJson(result.stdout)).toEqual(replyOf(name) ?? null);
      else {
        expect(result.stdout).toBe('');
        expect(result.stderr).toContain('"error"');
      }
      expect(result.stderr).not.toContain('the-token');
    },
  );
});

const { adapter } = await loadService('jobs');

describe('a recorded reply', () => {
  const names = [
    ...Object.keys(decoderOnly),
    ...[...jobRecordings.keys()].filter((name) => name.startsWith('server.')),
  ];
  test.each(names)('%s is decoded', (name) => {
    const { response } = named(name);
    const { body } = response;
    const bytes =
      body === null
        ? Buffer.alloc(0)
        : 'text' in body
          ? Buffer.from(body.text)
          : 'base64' in body
            ? Buffer.from(body.base64, 'base64')
            : Buffer.from(JSON.stringify(body.json));
    const headers: Record<string, string[]> = {};
    for (const [key, value] of response.headers) (headers[key.toLowerCase()] ??= []).push(value);
    const reply = { status: response.status, headers, body: bytes };
    if (response.status < 300) {
      // The gzip body and the log text are not documents of the API: the decoder reports that instead of throwing.
      const odd =
        name === 'job.list.gzip' || name === 'job.allocations.logs-of-task' || name === 'server.leader';
      expect(readDocument(reply, {}).ok || odd).toBe(true);
    } else if (bytes.length > 0) expect(adapter.readError(reply)).not.toEqual({ text: '' });
    else expect(adapter.readError(reply).kind ?? 'redirect').toMatch(/missing-route|redirect/);
  });
});
