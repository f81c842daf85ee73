import type { EngineRequest, Lease } from '../engine.ts';
import type { Certificate } from './certificate.ts';
import { revokeLeased } from './revocation.ts';
import type { PkiState } from './state.ts';

export interface Keeping {
  readonly store: boolean;
  /** Below the mount; undefined: no lease. */
  readonly leasePath: string | undefined;
}

export function keepCertificate(
  state: PkiState,
  request: EngineRequest,
  certificate: Certificate,
  keeping: Keeping,
): Lease | undefined {
  if (!keeping.store) return undefined;
  const seconds = Math.floor((certificate.notAfter - state.now()) / 1000);
  const lease =
    keeping.leasePath === undefined
      ? undefined
      : state.context.leases.create({
          path: `${request.mount}/${keeping.leasePath}`,
          seconds,
          renewable: false,
          maximum: seconds,
          end: () => revokeLeased(state, certificate),
        });
  state.stored.set(certificate.serial, { certificate, leaseId: lease?.id });
  return lease;
}
