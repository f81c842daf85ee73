/** Lives of jobs, recorded on a real Nomad: what trivet reads at a moment, and what the vendor's command says then. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Json } from '../../src/documents/json/json.ts';

export interface Moment {
  readonly life: string;
  readonly what: string;
  /** When it was read, RFC 3339. */
  readonly at: string;
  readonly job: string;
  /** Nothing changed while the vendor's command ran. */
  readonly steady: boolean;
  readonly replies: Readonly<{
    job: Json;
    allocations: readonly Json[];
    evaluations: readonly Json[];
    deployments: readonly Json[];
    list: readonly Json[];
    summary: Json;
    /** Only of lives in which a node is lost although the server does not change the allocation. */
    nodes?: readonly Json[];
  }>;
  /** The output of `nomad job status`. */
  readonly jobStatus: string;
  /** The output of `nomad deployment status`, of the newest one. */
  readonly deploymentStatus: string | null;
  /** The output of `nomad node status`, where the nodes were recorded. */
  readonly nodeStatus?: string;
}

interface Life {
  readonly life: string;
  readonly moments: readonly Omit<Moment, 'life'>[];
}

const folder = resolve('test/recordings/lives');

export const moments: readonly Moment[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .flatMap((file) => {
    const { life, moments: all } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Life;
    return all.map((one) => ({ ...one, life }));
  });
