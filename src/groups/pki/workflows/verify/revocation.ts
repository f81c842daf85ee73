/** The revocation list of a mount, and what makes it doubtful. */
import { Exit, TrivetError } from '../../../../model/error.ts';
import { own, textAt } from '../../../../model/json/json.ts';
import { showConfig, show as showList } from '../../operations/crl.ts';
import { blocksOf } from '../../../../documents/pem.ts';
import type { RevocationList } from '../../../../documents/x509-crl.ts';
import { readRevocationList } from '../../../../documents/x509-crl.ts';
import type { Session } from '../../../../engine/session/session.ts';

/** PEM or DER; undefined for anything else. */
const revocationListIn = (bytes: Uint8Array): RevocationList | undefined => {
  const block = blocksOf(Buffer.from(bytes).toString('latin1')).find(({ label }) => label === 'X509 CRL');
  try {
    return readRevocationList(block?.der ?? bytes);
  } catch {
    return undefined;
  }
};

/** The revocation list of a mount; on servers with several issuers, that of the default issuer. */
export const listOfMount = async (
  session: Session,
  mount: string | undefined,
): Promise<RevocationList | undefined> => {
  const { document } = await session.lookUp(showList, mount === undefined ? {} : { mount });
  const der = textAt(document, 'base64');
  return der === undefined ? undefined : revocationListIn(Buffer.from(der, 'base64'));
};

/** Returns why a certificate that is not on the mount's list might still be revoked; undefined when it is not. */
export const listDoubt = async (session: Session, mount: string | undefined): Promise<string | undefined> => {
  try {
    const { document } = await session.lookUp(showConfig, mount === undefined ? {} : { mount });
    const data = own(document, 'data');
    if (own(data, 'disable') === true) return 'the revocation list is disabled';
    return own(data, 'auto_rebuild') === true
      ? 'the revocation list is rebuilt only periodically'
      : undefined;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    // Older servers have no configuration until one is set; the list is enabled then.
    if (error.exit === Exit.notFound) return undefined;
    return `it is not known whether the revocation list is enabled: ${error.message}`;
  }
};
