/** What `status` shows: one line for each thing that is not as usual. */
import { TrivetError } from '../../model/error.ts';
import type { JsonObject } from '../../model/json.ts';
import type { ServiceName } from '../../model/product.ts';
import type { Endpoint } from '../../profiles/endpoint.ts';
import type { Session } from '../../runtime/session.ts';

export interface StatusRow {
  readonly service: ServiceName;
  readonly kind:
    'service' | 'lock' | 'run' | 'job' | 'deployment' | 'ca' | 'certificate' | 'tidy' | 'account';
  readonly name: string;
  /** Organization, namespace or mount. */
  readonly scope: string;
  readonly state: string;
  readonly detail: string;
  readonly attention: boolean;
  /** Milliseconds since the epoch, of what has an end; not shown. */
  readonly ends?: number;
}

/** A row as it is shown. */
export const shownRow = ({ ends: _ends, ...row }: StatusRow): JsonObject => row;

export interface Looking {
  readonly session: Session;
  readonly endpoint: Endpoint;
  /** Milliseconds: a certificate that ends within them is shown. */
  readonly soon: number;
}

/** Looks at one service. */
export type Look = (looking: Looking) => Promise<readonly StatusRow[]>;

/** Requests of one service that are under way at once. */
export const width = 16;

const states: Readonly<Record<number, string>> = {
  1: 'unreadable',
  3: 'misconfigured',
  4: 'denied',
  5: 'not found',
  7: 'unavailable',
};

/** The line that stands for what could not be read. */
export const unreadable = (service: ServiceName, name: string, scope: string, error: unknown): StatusRow => {
  if (!(error instanceof TrivetError)) throw error;
  const state = states[error.exit] ?? 'unreachable';
  return { service, kind: 'service', name, scope, state, detail: error.message, attention: true };
};
