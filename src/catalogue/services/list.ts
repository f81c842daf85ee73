/** The services, as data that every command loads; each names its code, which `services/index.ts` loads. */
import type { ServiceFacts } from './facts.ts';
import { jobs } from './jobs/facts.ts';
import { secrets } from './secrets/facts.ts';
import { workspaces } from './workspaces/facts.ts';

export const serviceFacts = { workspaces, secrets, jobs } as const satisfies Readonly<
  Record<string, ServiceFacts>
>;
