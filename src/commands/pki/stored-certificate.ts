import { numberAt, own, textAt } from '../../documents/json/json.ts';
import type { Session } from '../../run/session/session.ts';
import { show } from './operations/cert.ts';

interface StoredCertificate {
  /** Empty if the reply has none. */
  readonly pem: string;
  /** Milliseconds since the epoch; undefined if it was not revoked. */
  readonly revokedAt: number | undefined;
}

export const storedCertificate = async (
  session: Session,
  mount: string | undefined,
  serial: string,
): Promise<StoredCertificate> => {
  const { document } = await session.lookUp(show, { mount, serial });
  const data = own(document, 'data');
  const revoked = numberAt(data, 'revocation_time');
  return { pem: textAt(data, 'certificate') ?? '', revokedAt: revoked > 0 ? revoked * 1000 : undefined };
};
