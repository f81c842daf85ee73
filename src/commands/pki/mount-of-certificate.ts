/** Looks without a flag among the settings' mounts, else all visible ones. */
import { namedMounts } from '../../config/named-mounts.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { placeKeyOf } from '../../catalogue/target.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import type { Session } from '../../run/session/session.ts';
import { visibleMounts } from './visible-mounts.ts';
import { memoize } from '../../system/values/memoize.ts';
import { show } from './operations/cert.ts';
import { serialOf } from './serial.ts';

const width = 8;

const visible = async (session: Session): Promise<readonly string[]> =>
  ((await visibleMounts(session)) ?? []).flatMap(({ name, engine }) => (engine === 'pki' ? [name] : []));

/** Once for a run, whose objects have sessions of their own. */
const known = memoize<Session['receipt'], Map<string, Promise<readonly string[]>>>(() => new Map());

const mountsOf = async (session: Session): Promise<readonly string[]> => {
  const { baseUrl, context } = await session.endpoint(show.service);
  const named = namedMounts(context, 'pki');
  if (named.length > 0) return named;
  const lists = known(session.receipt);
  const scope = { namespace: context.namespace?.value ?? '' };
  const key = placeKeyOf({ service: show.service, address: baseUrl, scope });
  const found = lists.get(key) ?? visible(session);
  lists.set(key, found);
  return found;
};

/** Exit codes that mean that the mount, or its certificate, does not exist. */
const absent: ReadonlySet<number> = new Set([Exit.notFound, Exit.denied, Exit.refused]);

const isIn = async (session: Session, mount: string, serial: string): Promise<boolean> => {
  try {
    await session.lookUp(show, { mount, serial });
    return true;
  } catch (error) {
    if (error instanceof TrivetError && absent.has(error.exit)) return false;
    throw error;
  }
};

/**
 * Undefined for the usual mount, or without the certificate.
 * @param typed serial number or certificate
 * @throws TrivetError usage, if several mounts have it
 */
export const mountOfCertificate = async (session: Session, typed: string): Promise<string | undefined> => {
  const serial = serialOf(typed, session.globals.validate);
  // The change reports the interruption.
  if (session.signal.aborted) return undefined;
  const mounts = await mountsOf(session);
  if (mounts.length < 2) return mounts[0];
  const found = await mapBounded(mounts, width, async (mount) =>
    (await isIn(session, mount, serial)) ? [mount] : [],
  );
  const [mount, ...others] = found.flat();
  if (mount !== undefined && others.length > 0)
    throw usageError(
      `the certificate ${serial} is in several mounts: ${[mount, ...others].map(shellWord).join(', ')}`,
      `Name one: --mount ${shellWord(mount)}`,
    );
  return mount;
};
