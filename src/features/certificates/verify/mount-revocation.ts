import { Exit, TrivetError } from '../../../system/error.ts';
import { own, textAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { parseList } from '../../../documents/x509/revocation-list.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { blocksOf } from '../../../documents/pem.ts';
import type { RevocationInput } from '../policy/revocation.ts';
import { show } from '../../../commands/pki/operations/cert.ts';
import { showConfig, show as showList } from '../../../commands/pki/operations/crl.ts';
import type { Session } from '../../../run/session/session.ts';

export type Known = Omit<RevocationInput, 'mode'>;

export const nothing: Known = { lists: [], isExplicit: false };

/** Seconds since the epoch. */
const latest = 8.64e12;

/** A revocation time of 0 means that it is valid. */
const statementOf = (at: Json | undefined): NonNullable<Known['stated']>[number]['is'] => {
  if (at === 0) return 'valid';
  return typeof at === 'number' && at > 0 && at <= latest
    ? { revokedAt: at * 1000 }
    : { why: 'the mount does not say whether it was revoked' };
};

/** Undefined if the list shows it at once. @throws TrivetError if the mount does not say */
export const listDelay = async (
  session: Session,
  mount: string | undefined,
): Promise<'disabled' | 'rebuilt only periodically' | undefined> => {
  try {
    const { document } = await session.lookUp(showConfig, { mount });
    const data = own(document, 'data');
    if (own(data, 'disable') === true) return 'disabled';
    return own(data, 'auto_rebuild') === true ? 'rebuilt only periodically' : undefined;
  } catch (error) {
    // On older servers the list is enabled.
    if (error instanceof TrivetError && error.exit === Exit.notFound) return undefined;
    throw error;
  }
};

const listDoubt = async (session: Session, mount: string | undefined): Promise<string | undefined> => {
  try {
    const delay = await listDelay(session, mount);
    return delay && `the revocation list is ${delay}`;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return `it is not known whether the revocation list is enabled: ${error.message}`;
  }
};

export const fromList = async (session: Session, mount: string | undefined): Promise<Known> => {
  const { document } = await session.lookUp(showList, { mount });
  const base64 = textAt(document, 'base64');
  if (base64 === undefined || base64 === '') return { ...nothing, why: 'the mount has no revocation list' };
  try {
    const list = parseList(Buffer.from(base64, 'base64'));
    const doubt = await listDoubt(session, mount);
    return {
      lists: [list],
      isExplicit: false,
      ...(doubt === undefined ? {} : { doubts: new Map([[list, doubt]]) }),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...nothing, why: 'the revocation list of the mount cannot be read' };
  }
};

interface Stated {
  readonly known: Known;
  /** Whether the list adds nothing: it is revoked, or the mount cannot be asked. */
  readonly isEnough: boolean;
}

export const statedBy = async (
  session: Session,
  certificate: ParsedCertificate,
  mount: string | undefined,
): Promise<Stated> => {
  try {
    const { document } = await session.lookUp(show, { mount, serial: certificate.serial });
    const data = own(document, 'data');
    const stored = blocksOf(textAt(data, 'certificate') ?? '')[0]?.der;
    if (stored === undefined || Buffer.compare(stored, certificate.der) !== 0)
      return { known: nothing, isEnough: false };
    const is = statementOf(own(data, 'revocation_time'));
    return {
      known: { ...nothing, stated: [{ certificate, is }] },
      isEnough: is !== 'valid' && 'revokedAt' in is,
    };
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit === Exit.usage) throw error;
    // The list is public.
    const isEnough = error.exit !== Exit.notFound && error.exit !== Exit.denied;
    return { known: error.exit === Exit.notFound ? nothing : { ...nothing, why: error.message }, isEnough };
  }
};

/** Returns the reason if the mount cannot be asked. @param authority by default the first certificate of the chain */
export const orReason = async (known: Promise<Known>, authority?: ParsedCertificate): Promise<Known> => {
  try {
    return await known;
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit === Exit.usage) throw error;
    const { message: why } = error;
    return authority === undefined
      ? { ...nothing, why }
      : { ...nothing, stated: [{ certificate: authority, is: { why } }] };
  }
};

export const listsOfMount = (session: Session, mount: string | undefined): Promise<Known> =>
  orReason(fromList(session, mount));
