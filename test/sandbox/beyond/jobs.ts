/** A jobs service that is compared with a recorded server. */
import { expect } from 'vitest';
import type { Json } from '../../support/sandbox-types.ts';
import type { AskOptions, JobsFixture, JsonBody } from '../jobs-fixture.ts';
import { asText } from '../jobs-fixture.ts';
import { jsonOf, members, recorded, textOf, typeOf } from './recorded.ts';

const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/;

/** Maps whose names are data. */
const OPEN = [
  'TaskGroups',
  'TaskStates',
  'TaskResources',
  'TaskLifecycles',
  'Tasks',
  'Details',
  'NodesAvailable',
];

export interface Step extends AskOptions {
  /** The ID in place of the recorded one. */
  readonly id?: string;
  /** Whether members that the sandbox has must be known to the real server; true by default. */
  readonly compared?: boolean;
}

export interface Outcome {
  readonly json: Json;
  readonly text: string;
}

/** Replays an exchange: the status, the words, and the members that the sandbox has must be the recorded ones. */
export async function same(jobs: JobsFixture, name: string, step: Step = {}): Promise<Outcome> {
  const real = recorded('jobs', name);
  const { method, query, body } = real.request;
  const rename = (text: string): string => (step.id === undefined ? text : text.replace(ID, step.id));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(rename(value))}`).join('&');
  const sent = body?.json;
  const answer = await jobs.ask(method, rename(`${real.request.path}${search === '' ? '' : `?${search}`}`), {
    ...(sent === undefined ? {} : { body: JSON.parse(rename(JSON.stringify(sent))) as Json }),
    ...(body?.text === undefined ? {} : { raw: body.text }),
    ...step,
  });
  const isText = real.response.body?.json === undefined && real.response.status !== 200;
  expect([name, answer.status, isText ? answer.text : '']).toEqual([
    name,
    real.response.status,
    isText ? rename(textOf(real)) : '',
  ]);
  if (step.compared !== false && !isText) {
    const known = members(jsonOf(real), OPEN);
    const mine = members(answer.json, OPEN);
    expect([name, ...mine.filter((path) => !known.includes(path) && !path.startsWith('.Job.'))]).toEqual([
      name,
    ]);
  }
  return { json: answer.json, text: answer.text };
}

/** What a stream has sent so far. */
export interface Followed {
  readonly text: () => string;
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

export async function followed(
  jobs: JobsFixture,
  target: string,
  options: AskOptions = {},
): Promise<Followed> {
  const response = await jobs.service.handle(jobs.request('GET', target, options));
  expect([target, response.status]).toEqual([target, 200]);
  const pieces: string[] = [];
  let isOver = response.stream === undefined;
  const stop = response.stream?.({
    write: (piece) => pieces.push(piece.toString()),
    end() {
      isOver = true;
    },
  });
  return { text: () => pieces.join(''), isOver: () => isOver, stop: () => stop?.() };
}

export function contentTypeOf(name: string): string | undefined {
  return typeOf(recorded('jobs', name));
}

/** A service of a task that writes a line each second, and one that is quiet. */
export function talkative(id: string, more: JsonBody = {}): JsonBody {
  const lines = Array.from(
    { length: 200 },
    (_, at) => `echo line ${at + 1}; echo warn ${at + 1} >&2; sleep 1`,
  );
  const shell = (Name: string, script: string): JsonBody => ({
    Name,
    Driver: 'raw_exec',
    Config: { command: '/bin/sh', args: ['-c', script] },
  });
  return {
    ID: id,
    Type: 'service',
    TaskGroups: [
      {
        Name: 'web',
        Tasks: [shell('main', lines.join('; ')), shell('side', 'echo side ready; sleep 100000')],
      },
    ],
    ...more,
  };
}

/** The ID of the newest allocation. */
export async function allocationOf(jobs: JobsFixture, job: string, at = -1): Promise<string> {
  const list = await jobs.list(`/v1/job/${job}/allocations`);
  return asText(list.at(at)?.['ID']);
}

export async function register(jobs: JobsFixture, job: JsonBody, namespace = 'default'): Promise<void> {
  const answer = await jobs.ask('POST', `/v1/jobs?namespace=${namespace}`, {
    body: { Job: { ...job, Namespace: namespace } },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}
