/** test/seeds/2-secrets.md, section 2.2; null before the first run. */
import type { Json } from '../../contract.ts';
import { formatTime } from '../rfc3339.ts';

export interface TidyStatus {
  readonly state: 'Inactive' | 'Running' | 'Finished' | 'Error';
  readonly settings?: TidySettings;
  readonly error?: string;
  readonly message?: string;
  readonly started?: number;
  readonly finished?: number;
  readonly certificatesDeleted?: number;
  readonly revocationsDeleted?: number;
}

export interface TidySettings {
  readonly safetyBuffer: number;
  readonly certificates: boolean;
  readonly revocations: boolean;
}

export const INACTIVE: TidyStatus = { state: 'Inactive' };

export function viewTidy(status: TidyStatus): Readonly<Record<string, Json>> {
  const time = (value: number | undefined): Json => (value === undefined ? null : formatTime(value));
  return {
    safety_buffer: status.settings?.safetyBuffer ?? null,
    tidy_cert_store: status.settings?.certificates ?? null,
    tidy_revoked_certs: status.settings?.revocations ?? null,
    state: status.state,
    error: status.error ?? null,
    time_started: time(status.started),
    time_finished: time(status.finished),
    message: status.message ?? null,
    cert_store_deleted_count: status.certificatesDeleted ?? null,
    revoked_cert_deleted_count: status.revocationsDeleted ?? null,
  };
}
