/** `/-/faults`: faults while the sandbox runs, in the grammar of `--fault`. */
import type { SandboxRequest } from '../contract.ts';
import type { ControlContext, ControlHandler } from './context.ts';
import { ControlRefusal, readObject } from './body.ts';

function specsOf(request: SandboxRequest): readonly string[] {
  const { faults } = readObject(request, ['faults']);
  if (!Array.isArray(faults) || !faults.every((one) => typeof one === 'string')) {
    throw new ControlRefusal(400, 'Send {"faults": ["429:3", "slow:200ms@/v1/jobs"]}.');
  }
  return faults;
}

function added(specs: readonly string[], { faults }: ControlContext): void {
  try {
    faults.add(specs);
  } catch (error) {
    throw new ControlRefusal(400, error instanceof Error ? error.message : 'not a fault');
  }
}

export const listFaults: ControlHandler = (_request, { faults }) => ({
  status: 200,
  body: { faults: faults.list().map((one) => ({ ...one })) },
});

export const addFaults: ControlHandler = (request, context) => {
  added(specsOf(request), context);
  return listFaults(request, context);
};

export const replaceFaults: ControlHandler = (request, context) => {
  const specs = specsOf(request);
  const before = context.faults.list().length;
  added(specs, context);
  context.faults.clear(before);
  return listFaults(request, context);
};

export const clearFaults: ControlHandler = (_request, { faults }) => {
  faults.clear();
  return { status: 204 };
};
