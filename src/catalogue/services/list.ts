import type { ServiceFacts } from './facts.ts';
import { jobs } from './jobs/facts.ts';
import { secrets } from './secrets/facts.ts';
import { workspaces } from './workspaces/facts.ts';

export const serviceFacts = { workspaces, secrets, jobs } as const satisfies Readonly<
  Record<string, ServiceFacts>
>;
