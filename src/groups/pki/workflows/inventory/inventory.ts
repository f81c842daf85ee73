/** `pki inventory`: every stored certificate of some mounts; each is read from the server only once. */
import { createHash } from 'node:crypto';
import { secondsOf } from '../../../../model/text/duration.ts';
import { Exit, TrivetError, usageError } from '../../../../model/error.ts';
import { own, textAt, textsAt } from '../../../../model/json/json.ts';
import { perObject } from '../../../../model/values/per-object.ts';
import { fieldsOf } from '../../../../model/catalogue/view.ts';
import { matches, parseCondition } from '../../../../model/selection/where.ts';
import { list, show } from '../../operations/cert.ts';
import { plural } from '../../../../screen/text/plural.ts';
import type { RevocationList } from '../../../../documents/x509-crl.ts';
import type { CachedCertificate } from './certificate-cache.ts';
import { cachedMount, cacheMount } from './certificate-cache.ts';
import { runMany } from '../../../../runs/many.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { ownView } from '../../../../workflows/own-view.ts';
import type { Workflow } from '../../../../workflows/workflow.ts';
import { factsIn } from '../verify/certificate-item.ts';
import type { Held } from './inventory-rows.ts';
import { inventoryRows } from './inventory-rows.ts';
import { listDoubt, listOfMount } from '../verify/revocation.ts';

/** Requests in flight at once. */
const usualParallel = 16;
/** The default of --expires-within in seconds, for the column `due`. */
const usualWithin = 30 * 86_400;

/** What a run knows about one certificate; `certain`: also about its revocation. */
interface Known {
  readonly certificate: CachedCertificate;
  readonly certain: boolean;
}

/** SHA-256 of an issuer's name. Thousands of certificates share one. */
const issuerHash = perObject((issuerDer: Uint8Array): string =>
  createHash('sha256').update(issuerDer).digest('hex'),
);

const read = async (
  session: Session,
  mount: string,
  serial: string,
): Promise<CachedCertificate | undefined> => {
  try {
    const { document } = await session.lookUp(show, { mount, serial });
    const data = own(document, 'data');
    const found = factsIn(textAt(data, 'certificate') ?? '');
    if (found === undefined)
      throw new TrivetError(
        'unreadable',
        Exit.refused,
        `the certificate ${serial} of ${mount} cannot be read`,
      );
    const revoked = own(data, 'revocation_time');
    return {
      serial,
      commonName: found.commonName ?? '',
      names: found.names.map(({ text }) => text),
      subject: found.subject,
      issuer: found.issuer,
      issuerHash: issuerHash(found.issuerDer),
      authorityKeyId: found.authorityKeyId,
      notBefore: found.notBefore,
      notAfter: found.notAfter,
      key: found.key,
      ca: found.ca,
      revoked: typeof revoked === 'number' && revoked > 0 ? revoked * 1000 : undefined,
    };
  } catch (error) {
    // A tidy removed it after the list was made.
    if (error instanceof TrivetError && error.exit === Exit.notFound) return undefined;
    throw error;
  }
};

interface Reading {
  readonly session: Session;
  readonly mount: string;
  readonly parallel: number;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Reads certificates in parallel; one that cannot be read fails the command, since an inventory must be complete.
 */
const readAll = async (
  { session, mount, parallel, progress }: Reading,
  serials: readonly string[],
  into: Map<string, Known>,
): Promise<void> => {
  await runMany(
    serials.map((serial, number) => ({ number, serial })),
    {
      run: async ({ serial }) => {
        const certificate = await read(session, mount, serial);
        if (certificate === undefined) into.delete(serial);
        else into.set(serial, { certificate, certain: true });
        return { exit: Exit.ok };
      },
      isHarmless: () => Promise.resolve(true),
      lookUp: () => Promise.resolve({ exit: Exit.ok }),
      keep: () => Promise.resolve(),
    },
    {
      parallel,
      signal: session.signal,
      monotonic: () => session.world.monotonic(),
      progress: (done) => progress(done, serials.length),
    },
  );
};

/** True when the key that signed the certificate also signed the list. */
const concerns = ({ issuerDer, authorityKeyId }: RevocationList, certificate: CachedCertificate): boolean =>
  authorityKeyId !== undefined &&
  authorityKeyId === certificate.authorityKeyId &&
  issuerHash(issuerDer) === certificate.issuerHash;

type Judge = (certificate: CachedCertificate) => Held['revoked'] | { readonly at: number };

/** Learns the revocations of certificates that an earlier run read, by one request for the list of the mount. */
const judgeOf = async (session: Session, mount: string): Promise<Judge> => {
  const now = session.world.now();
  const found = await listOfMount(session, mount);
  if (found === undefined) return () => 'unknown';
  const whole = found.whole && (found.next === undefined || found.next >= now);
  const doubt = whole ? await listDoubt(session, mount) : undefined;
  return (certificate) => {
    if (!concerns(found, certificate)) return 'unknown';
    const at = found.revoked.get(certificate.serial);
    if (at !== undefined) return { at };
    // An expired certificate can have been removed from the list.
    return whole && doubt === undefined && certificate.notAfter > now ? 'no' : 'unknown';
  };
};

const serialsOf = async (session: Session, mount: string | undefined) => {
  const outcome = await session.lookUp(list, mount === undefined ? {} : { mount });
  const named = outcome.input['mount'];
  return {
    mount: typeof named === 'string' ? named : (mount ?? ''),
    serials: textsAt(own(outcome.document, 'data'), 'keys'),
  };
};

interface Wanted {
  readonly parallel: number;
  readonly check: boolean;
}

/** What an earlier run learned about those of its certificates that still exist, in the order of the mount. */
const knownEarlier = (
  cached: readonly CachedCertificate[],
  serials: readonly string[],
): Map<string, Known> => {
  const bySerial = new Map(cached.map((one) => [one.serial, one]));
  const known = new Map<string, Known>();
  for (const serial of serials) {
    const certificate = bySerial.get(serial);
    if (certificate !== undefined) known.set(serial, { certificate, certain: false });
  }
  return known;
};

/**
 * Learns the revocations that are not known from the list of the mount.
 * @returns the serial numbers of those that the list does not settle
 */
const settle = async ({ session, mount }: Reading, known: Map<string, Known>): Promise<readonly string[]> => {
  const open = [...known.values()].filter(
    ({ certain, certificate }) => !certain && certificate.revoked === undefined,
  );
  if (open.length === 0) return [];
  const judge = await judgeOf(session, mount);
  const unknown: string[] = [];
  for (const { certificate } of open) {
    const { serial } = certificate;
    const verdict = judge(certificate);
    if (typeof verdict === 'object')
      known.set(serial, { certificate: { ...certificate, revoked: verdict.at }, certain: true });
    else if (verdict === 'no') known.set(serial, { certificate, certain: true });
    else unknown.push(serial);
  }
  return unknown;
};

const isRevoked = ({ certificate, certain }: Known): Held['revoked'] => {
  if (certificate.revoked !== undefined) return 'yes';
  return certain ? 'no' : 'unknown';
};

/** Keeps an inventory for the next run, which can do without it. */
const store = async (
  cached: Parameters<typeof cacheMount>[0],
  { world, reporter }: Session,
): Promise<void> => {
  try {
    await cacheMount(cached, world);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`the inventory of ${cached.mount} was not kept: ${error.message}`);
  }
};

const ofMount = async (
  session: Session,
  given: string | undefined,
  { parallel, check }: Wanted,
): Promise<readonly Held[]> => {
  const { world, reporter } = session;
  const { endpoint } = await session.server('secrets');
  const { mount, serials } = await serialsOf(session, given);
  const namespace = session.globals.namespace ?? endpoint.context.namespace?.value;
  const place = { server: endpoint.baseUrl, namespace, mount };
  const known = knownEarlier(await cachedMount(place, world), serials);
  const busy = reporter.busy(`Reading certificates of ${mount}`);
  const reading = {
    session,
    mount,
    parallel,
    progress: (done: number, total: number) => busy.update(done, total),
  };
  try {
    await readAll(
      reading,
      serials.filter((serial) => !known.has(serial)),
      known,
    );
    const unknown = await settle(reading, known);
    if (check) await readAll(reading, unknown, known);
    else if (unknown.length > 0) {
      reporter.note(
        `revoked is unknown for ${plural(unknown.length, 'certificate')} of ${mount}, which its revocation list does not cover. Use --check-revocation to read each.`,
      );
    }
    return Array.from(known.values(), (one) => ({
      mount,
      certificate: one.certificate,
      revoked: isRevoked(one),
    }));
  } finally {
    busy.end();
    const certificates = Array.from(known.values(), ({ certificate }) => certificate);
    if (certificates.length > 0) await store({ ...place, at: world.now(), certificates }, session);
  }
};

type InventoryInput = Readonly<{
  mount?: readonly string[] | undefined;
  'expires-within'?: string | undefined;
  where?: readonly string[] | undefined;
  'check-revocation'?: boolean | undefined;
  parallel?: number | bigint | undefined;
  'detailed-exitcode'?: boolean | undefined;
}>;

const inventory: Workflow<InventoryInput> = async ({ command, session, presenter, input }) => {
  const view = ownView(command);
  const now = session.world.now();
  const conditions = (input.where ?? []).map((text) => parseCondition(text, fieldsOf(view), { now }));
  const limit = input['expires-within'];
  const within = limit === undefined ? usualWithin : secondsOf(limit);
  if (within === undefined)
    throw usageError(`--expires-within must be a duration such as 30d, not "${limit ?? ''}"`);
  const wanted = {
    parallel: Number(input.parallel ?? usualParallel),
    check: input['check-revocation'] === true,
  };
  const mounts: readonly (string | undefined)[] = input.mount ?? [undefined];
  const held: Held[] = [];
  for (const mount of new Set(mounts)) held.push(...(await ofMount(session, mount, wanted)));
  if (session.signal.aborted) return Exit.ok;
  const rows = inventoryRows(held, now, within * 1000)
    .filter(({ due }) => limit === undefined || due)
    .filter((row) => conditions.every((condition) => matches(condition, row) === true));
  await presenter.showDocument(view, rows, rows);
  session.reporter.note('certificates of roles with no_store cannot be listed');
  return input['detailed-exitcode'] === true && rows.some(({ due }) => due) ? Exit.changes : Exit.ok;
};

export default inventory;
