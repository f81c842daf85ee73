import { serviceNames } from '../../catalogue/product.ts';
import type { Scope } from '../../catalogue/target.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { ServerChoice, Surroundings } from '../../system/surroundings.ts';
import type { ResolutionFlags } from '../../config/endpoint.ts';
import type { Plan } from './plan.ts';
import { planEndpoint } from './plan.ts';

export const serverChoiceOf = ({ address, profile, product, protection, context }: Plan): ServerChoice => {
  const { organization, namespace, region, mounts } = context;
  const sourced = [
    ['product', product],
    ['organization', organization],
    ['namespace', namespace],
    ['region', region],
    ...Object.entries(mounts).map(([engine, mount]) => [`${engine} mount`, mount] as const),
  ] as const;
  const all: [string, string | null][] = [
    ['address', address.socketPath ?? address.baseUrl],
    ['profile', profile ?? ''],
    ['protection', protection?.name ?? ''],
  ];
  for (const [name, found] of sourced)
    if (found !== undefined) all.push([name, found.source.startsWith('--') ? null : found.value]);
  return new Map(all);
};

const changedIn = (start: ServerChoice | undefined, now: ServerChoice): string | undefined => {
  if (start === undefined) return 'address';
  return [...new Set([...start.keys(), ...now.keys()])].find(
    (name) => now.get(name) !== null && start.get(name) !== now.get(name),
  );
};

const refuseOther = (
  start: ServerChoice | undefined,
  service: string,
  choice: ServerChoice,
  wayOn: string,
): void => {
  const changed = changedIn(start, choice);
  if (changed === undefined) return;
  throw new TrivetError(
    'confined',
    Exit.denied,
    `the settings now give another ${changed} for ${service} than at the start: only the servers of the start can be used`,
    { effect: 'not-sent', hint: `To use the settings as they are now, ${wayOn}.` },
  );
};

interface Held {
  readonly start: ReadonlyMap<string, ServerChoice>;
  readonly refuseServer: NonNullable<Surroundings['refuseServer']>;
  readonly byVariables: ReadonlyMap<string, Scope>;
}

const variableParts = ({ context }: Plan, { env }: Surroundings): Scope =>
  Object.fromEntries(
    (['organization', 'namespace', 'region'] as const).flatMap((part) => {
      const found = context[part];
      return found !== undefined && Object.hasOwn(env, found.source) ? [[part, found.value]] : [];
    }),
  );

/** Limits later requests to the servers that are chosen now. @param flags of the start */
export const heldToStart = async (flags: ResolutionFlags, surroundings: Surroundings): Promise<Held> => {
  const start = new Map<string, ServerChoice>();
  const byVariables = new Map<string, Scope>();
  for (const service of serviceNames) {
    try {
      const plan = await planEndpoint(service, flags, surroundings, {});
      start.set(service, serverChoiceOf(plan));
      byVariables.set(service, variableParts(plan, surroundings));
    } catch (error) {
      // Each call reports a missing address.
      if (!(error instanceof TrivetError)) throw error;
    }
  }
  const wayOn = 'a person has to start it again';
  return {
    start,
    byVariables,
    refuseServer: (service, choice) => refuseOther(start.get(service), service, choice, wayOn),
  };
};

export const heldToFirst = (): NonNullable<Surroundings['refuseServer']> => {
  const first = new Map<string, ServerChoice>();
  return (service, choice) => {
    if (!first.has(service)) first.set(service, choice);
    refuseOther(first.get(service), service, choice, 'connect again');
  };
};
