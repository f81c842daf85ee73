import type { Json } from '../contract.ts';
import { ControlRefusal, readObject } from './body.ts';
import type { ControlHandler } from './context.ts';

function nameOf(request: Parameters<ControlHandler>[0]): string {
  const { name } = readObject(request, ['name']);
  if (typeof name !== 'string' || name === '' || name.length > 200) {
    throw new ControlRefusal(400, 'Send {"name": "…"} with at most 200 characters.');
  }
  return name;
}

export const takeSnapshot: ControlHandler = async (request, { snapshots }) => {
  await snapshots.take(nameOf(request));
  return { status: 204 };
};

export const restoreSnapshot: ControlHandler = async (request, { snapshots }) => {
  await snapshots.restore(nameOf(request));
  return { status: 204 };
};

export const dropSnapshot: ControlHandler = (request, { snapshots }) => {
  snapshots.drop(nameOf(request));
  return { status: 204 };
};

export const listSnapshots: ControlHandler = (_request, { snapshots }) => ({
  status: 200,
  body: { snapshots: snapshots.list().map((one): Json => ({ ...one })) },
});

export const reset: ControlHandler = async (_request, { snapshots }) => {
  await snapshots.reset();
  return { status: 204 };
};
