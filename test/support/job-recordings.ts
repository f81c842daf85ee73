/** Recordings of jobs with exact integers, and the command line that sends each recorded request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../src/documents/json/json.ts';
import { isObject, own, textAt } from '../../src/documents/json/json.ts';
import { parseJson, writeJson } from '../../src/documents/json/lossless.ts';
import type { Recording } from './replay.ts';
import { recordingsOf } from './replay.ts';

const folder = join(import.meta.dirname, '..', 'recordings', 'jobs');

/** Parses the file again, without the loss of `JSON.parse`. */
const exactly = (name: string): Json => parseJson(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** The exact text of reply bodies, so that nanoseconds survive. */
export const jobRecordings: ReadonlyMap<string, Recording> = new Map(
  recordingsOf('jobs').map((recording) => {
    const body = own(own(exactly(recording.name), 'response'), 'body');
    const json = own(body, 'json');
    const exact = json === undefined ? recording.response.body : { text: writeJson(json) };
    return [recording.name, { ...recording, response: { ...recording.response, body: exact } }];
  }),
);

/** The recorded document of the reply. */
export const replyOf = (name: string): Json | undefined =>
  own(own(own(exactly(name), 'response'), 'body'), 'json');

/** The frames of a recorded action. */
export const framesOf = (name: string): Json | undefined => own(exactly(name), 'frames');

export interface Line {
  readonly argv: readonly string[];
  readonly stdin?: string | Uint8Array;
}

const verbs: Readonly<Record<string, string>> = { 'job.periodic.force': 'job periodic force' };

const switches = new Set([
  'meta',
  'reverse',
  'stale',
  'all',
  'diffs',
  'purge',
  'global',
  'no_shutdown_delay',
]);
const valued = new Set([
  'prefix',
  'filter',
  'per_page',
  'next_token',
  'namespace',
  'region',
  'eval_priority',
  'idempotency_token',
]);

/** Flags for a query; undefined if a value has no flag. */
const queryFlags = (query: Recording['request']['query']): readonly string[] | undefined => {
  const flags: string[] = [];
  for (const [name, value] of query) {
    const flag = `--${name.replaceAll('_', '-')}`;
    if (switches.has(name) && (value === 'true' || value === '')) flags.push(flag);
    else if (valued.has(name) && (name !== 'per_page' || /^-?\d+$/.test(value)))
      flags.push(`${flag}=${value}`);
    else if (name !== 'version') return undefined;
  }
  return flags;
};

type Flags = (body: Json) => Line | undefined;

const word = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : writeJson(value);

/** `--flag=value` for each of these keys in the body. */
const given = (body: Json, flags: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(flags).flatMap(([key, flag]) => {
    const value = own(body, key);
    if (value === undefined) return [];
    if (typeof value === 'boolean') return [value ? flag : flag.replace('--', '--no-')];
    return [`${flag}=${word(value)}`];
  });

const pairs = (value: Json | undefined, flag: string): readonly string[] =>
  isObject(value) ? Object.entries(value).map(([key, one]) => `${flag}=${key}=${word(one)}`) : [];

const jobFlags = {
  EnforceIndex: '--enforce-index',
  JobModifyIndex: '--check-index',
  EvalPriority: '--eval-priority',
  PolicyOverride: '--policy-override',
  PreserveCounts: '--preserve-counts',
  Submission: '--submission',
  Diff: '--diff',
};

const ofFile: Flags = (body) => {
  const job = own(body, 'Job') ?? own(body, 'job');
  return job === undefined ? undefined : { argv: ['-', ...given(body, jobFlags)], stdin: writeJson(job) };
};

/** trivet requests the diff unless --no-diff is given; the API only with Diff. */
const ofPlan: Flags = (body) => {
  const line = ofFile(body);
  if (line === undefined || own(body, 'Diff') !== undefined) return line;
  return { ...line, argv: [...line.argv, '--no-diff'] };
};

const version: Flags = (body) => {
  const number = own(body, 'JobVersion');
  if (own(body, 'JobID') === undefined || typeof number !== 'number') return undefined;
  const flags = { EnforcePriorVersion: '--enforce-prior-version', Stable: '--stable' };
  const secrets = ['MeshToken', 'SecretsToken'].filter((key) => own(body, key) !== undefined);
  const tokens = secrets.map((key) => `--${key === 'MeshToken' ? 'mesh' : 'secrets'}-token=env:${key}`);
  return { argv: [word(number), ...given(body, flags), ...tokens] };
};

const bodies: Readonly<Record<string, Flags>> = {
  'job.register': ofFile,
  'job.update': ofFile,
  'job.plan': ofPlan,
  'job.revert': version,
  'job.stable': (body) => {
    const line = version(body);
    return line === undefined ? undefined : { argv: [...line.argv, '--force'] };
  },
  'job.evaluate': (body) =>
    own(body, 'JobID') === undefined
      ? undefined
      : { argv: own(body, 'EvalOptions') === undefined ? [] : ['--force-reschedule'] },
  'job.parse': (body) => {
    const source = own(body, 'JobHCL');
    if (typeof source !== 'string') return undefined;
    const flags = { Canonicalize: '--canonicalize', Variables: '--variables', HCLv1: '--hcl-v1' };
    const more = pairs(own(body, 'VariableFlags'), '--variable-flags');
    return { argv: ['-', ...given(body, flags), ...more, '--no-validate'], stdin: source };
  },
  'job.dispatch': (body) => {
    const payload = textAt(body, 'Payload');
    const argv = [
      ...pairs(own(body, 'Meta'), '--meta'),
      ...given(body, { IdPrefixTemplate: '--id-prefix-template' }),
      ...(payload === undefined ? [] : ['--payload=-', '--no-validate']),
      ...(own(body, 'Priority') === undefined ? [] : [`--set=Priority=${word(own(body, 'Priority'))}`]),
    ];
    return payload === undefined ? { argv } : { argv, stdin: Buffer.from(payload, 'base64') };
  },
  'job.scale': (body) => {
    const group = textAt(own(body, 'Target'), 'Group');
    if (group === undefined) return undefined;
    const count = own(body, 'Count');
    // The flag takes text, which real servers expect in Message, with true.
    const failed = own(body, 'Error') !== undefined;
    const message = textAt(body, 'Message') ?? textAt(body, 'Error');
    return {
      argv: [
        group,
        ...(count === undefined ? [] : [word(count)]),
        ...(message === undefined ? [] : [`--${failed ? 'error' : 'message'}=${message}`]),
        ...given(body, { Meta: '--meta', PolicyOverride: '--policy-override' }),
        ...(textAt(own(body, 'Target'), 'Job') === undefined
          ? []
          : [`--set=Target.Job="${textAt(own(body, 'Target'), 'Job')}"`]),
      ],
    };
  },
};

const idOf = (path: string): string | undefined => {
  const found = /^(?:\/v1)?\/job\/([^/]+)/.exec(path)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
};

const confirmations = (id: string, query: readonly string[]): readonly string[] =>
  query.includes('--purge') || query.includes('--global') ? [`--confirm=${id}`] : ['--yes'];

/** The arguments after `trivet`; undefined if no command can send the recorded request. */
export const lineOf = ({ operation, request, name }: Recording): Line | undefined => {
  const query = queryFlags(request.query);
  if (query === undefined) return undefined;
  const exact = own(own(exactly(name), 'request'), 'body');
  const body = own(exact, 'json');
  if (isObject(exact) && body === undefined) return undefined;
  const rest =
    bodies[operation]?.(body ?? null) ?? (bodies[operation] === undefined ? { argv: [] } : undefined);
  if (rest === undefined) return undefined;
  const id = idOf(request.path);
  const asked = request.query.find(([key]) => key === 'version')?.[1];
  const argv = [
    ...(verbs[operation] ?? operation.replace('.', ' ')).split(' '),
    ...(operation === 'job.plan' ? [`--job-id=${id}`] : id === undefined ? [] : [id]),
    ...(asked === undefined ? [] : [asked]),
    ...query,
    ...(operation === 'job.stop' ? confirmations(id ?? '', query) : []),
    ...rest.argv,
  ];
  return { ...rest, argv };
};
