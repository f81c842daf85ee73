/** `/-/state`: all that files of desired state can hold. */
import type { Json } from '../contract.ts';
import type { ControlHandler } from './context.ts';
import { ControlRefusal, isObject, readObject } from './body.ts';
import { jobsOut, secretsOut, workspacesOut } from './state-out.ts';
import { writeState } from './state-in.ts';
import type { StateObject } from './state-kinds.ts';

const VERSION = 1;

/** Equal states are equal bytes. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.keys(value)
    .toSorted()
    .map((key): [string, Json] => [key, sorted(value[key] ?? null)]);
  return Object.fromEntries(entries);
}

export const readState: ControlHandler = async (_request, { ask }) => {
  const objects: Json[] = [];
  for (const read of [workspacesOut, secretsOut, jobsOut]) {
    for await (const one of read(ask)) objects.push(sorted({ ...one }));
  }
  return { status: 200, body: { version: VERSION, objects } };
};

function objectOf(value: Json, index: number): StateObject {
  const { kind, settings = {}, ...rest } = isObject(value) ? value : {};
  if (typeof kind !== 'string' || !isObject(settings)) {
    throw new ControlRefusal(400, `Object ${index + 1} needs a kind and settings.`);
  }
  return { ...rest, kind, settings };
}

/** Also replaces the demo state, and becomes the state of /-/reset. */
export const replaceState: ControlHandler = async (request, context) => {
  const { version, objects } = readObject(request, ['version', 'objects']);
  if (version !== VERSION || !Array.isArray(objects)) {
    throw new ControlRefusal(400, `Send {"version": ${VERSION}, "objects": […]}.`);
  }
  const wanted = objects.map(objectOf);
  await context.empty();
  const left = await writeState(context.ask, context.adopt, wanted);
  await context.snapshots.becomeStart();
  return {
    status: 200,
    body: { written: wanted.length - left.length, left: left.map((one): Json => ({ ...one })) },
  };
};
