import { hash } from 'node:crypto';
import { identifier } from '../identifiers.ts';
import type { ConfigurationVersion, Run } from '../model.ts';
import type { Environment } from './projects.ts';

const HOUR = 3_600_000;

/** More than the 30 runs of the performance figures, down to none. */
const RUN_COUNTS: Readonly<Record<Environment, number>> = { prod: 48, staging: 8, qa: 2, dev: 0 };

const PAST = ['applied', 'applied', 'planned_and_finished', 'applied', 'errored', 'applied', 'discarded'];

const CURRENT = [
  'applied',
  'planned_and_finished',
  'errored',
  'applied',
  'planning',
  'policy_checked',
  'pending',
];

const MESSAGES = ['Raise instance limit', 'Rotate keys', 'Update providers', 'Add alert', 'Tidy up tags'];

export interface History {
  readonly runs: readonly Run[];
  readonly configurationVersions: readonly ConfigurationVersion[];
}

function inTurn(values: readonly string[], index: number): string {
  return values[index % values.length] ?? '';
}

interface Identifiers {
  readonly run: string;
  readonly configuration: string;
}

/** By seed: a process that starts many sandboxes hashes each once. */
const identified = new Map<string, Identifiers>();

function identifiersOf(seed: string): Identifiers {
  let found = identified.get(seed);
  if (found === undefined) {
    found = { run: identifier('run', seed), configuration: identifier('cv', seed) };
    identified.set(seed, found);
  }
  return found;
}

export function history(
  name: string,
  position: number,
  environment: Environment,
  start: number,
  fromVcs: boolean,
): History {
  const count = RUN_COUNTS[environment];
  const runs: Run[] = [];
  const configurationVersions: ConfigurationVersion[] = [];
  for (let index = 0; index < count; index += 1) {
    const createdAt = start - ((count - index) * 20 + (position % 17)) * HOUR;
    const message = inTurn(MESSAGES, position + index);
    const seed = `${name} ${index}`;
    const status = index === count - 1 ? inTurn(CURRENT, position) : inTurn(PAST, position + index);
    const ids = identifiersOf(seed);
    const configuration: ConfigurationVersion = {
      id: ids.configuration,
      source: fromVcs ? 'github' : 'tfe-api',
      createdAt: createdAt - 60_000,
      speculative: false,
      commit: fromVcs ? { id: identifier('ia', seed), sha: hash('sha1', seed), message } : undefined,
    };
    configurationVersions.push(configuration);
    runs.push({
      id: ids.run,
      status,
      message,
      createdAt,
      planMilliseconds: 21_000 + ((position * 7 + index * 13) % 40) * 500,
      applyMilliseconds: 64_000 + ((position * 11 + index * 5) % 60) * 1000,
      policyCheckFailed: status === 'errored' && index % 2 === 0,
      configurationVersionId: configuration.id,
    });
  }
  return { runs, configurationVersions };
}
