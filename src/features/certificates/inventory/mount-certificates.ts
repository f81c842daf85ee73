/** Reads certificates by one list if the server has it, else each once. */
import { inputText } from '../../../catalogue/parameter.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { textAt } from '../../../documents/json/json.ts';
import { generic } from '../../../catalogue/product.ts';
import { list, listDetailed, listRevoked } from '../../../commands/pki/operations/cert.ts';
import { storedCertificate } from '../../../commands/pki/stored-certificate.ts';
import { show as showCa } from '../../../commands/pki/operations/ca.ts';
import { plural } from '../../../output/text/plural.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { firstCertificateIn } from '../../../documents/x509/contents.ts';
import { usesOf } from '../policy/purpose.ts';
import { unusable } from '../policy/revocation.ts';
import { lacking } from '../../../services/products.ts';
import { mapBounded } from '../../../run/lists/bounded.ts';
import { readList } from '../../../run/lists/list.ts';
import type { ListPage } from '../../../run/lists/list-page.ts';
import type { Session } from '../../../run/session/session.ts';
import { assess, isOfLeaf, isRevoked, nothingElse, weaknessesIn } from '../assess.ts';
import { Gatherer, isIntermediate } from '../gather.ts';
import type { Issuer, Issuers } from '../mount-issuers.ts';
import type { PolicyFinding } from '../policy/finding.ts';
import { calledName } from '../policy/finding.ts';
import { listsOfMount } from '../verify/mount-revocation.ts';
import { sha256 } from '../../../system/values/sha256.ts';
import type { CachedCertificate, ListedCertificate } from './certificate-cache.ts';
import { cachedMount, cacheMount } from './certificate-cache.ts';
import type { Held } from './inventory-rows.ts';
import { withVerdict } from './inventory-rows.ts';
import type { Authorities, AuthorityStanding } from './standing.ts';
import { judgedAuthorities, standingOf, unknownWords } from './standing.ts';
import { doubtful, listedIn, unsettled } from './listed-certificates.ts';

/** `certain` means that its revocation is known too. */
interface Known {
  readonly certificate: CachedCertificate;
  readonly certain: boolean;
}

const cachedFrom = (
  leaf: ParsedCertificate,
  serial: string,
  revoked: number | undefined,
  now: number,
): CachedCertificate => {
  const { subject, issuer, notBefore, notAfter, publicKey, values } = leaf;
  const ca = values.basicConstraints?.ca === true;
  // The certificate of a CA is not for servers.
  const weak = ca ? [] : weaknessesIn(assess({ leaf, pool: [] }, nothingElse, now));
  return {
    serial,
    commonName: subject.commonName ?? '',
    names: (values.subjectAltName ?? []).map(({ text }) => text),
    subject: subject.text,
    issuer: issuer.text,
    issuerHash: sha256(issuer.der),
    authorityKeyId: values.authorityKeyIdentifier?.keyIdentifier,
    notBefore,
    notAfter,
    key: publicKey.text,
    ca,
    uses: usesOf(leaf),
    revoked,
    findings: [...new Set(weak.map(({ message }) => message))],
  };
};

const read = async (
  session: Session,
  mount: string,
  serial: string,
): Promise<CachedCertificate | undefined> => {
  try {
    const { pem, revokedAt } = await storedCertificate(session, mount, serial);
    const found = firstCertificateIn(pem);
    if (found !== undefined) return cachedFrom(found, serial, revokedAt, session.io.now());
    throw new TrivetError('unreadable', Exit.refused, `the certificate ${serial} of ${mount} cannot be read`);
  } catch (error) {
    // A tidy removed it since.
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

type Judge = (certificate: CachedCertificate) => Held['revoked'] | { readonly at: number };

const judgeOf = async (session: Session, mount: string): Promise<Judge> => {
  const { lists, doubts } = await listsOfMount(session, mount);
  const [found] = lists;
  const { document } = await session.lookUp(showCa, { mount });
  const issuer = firstCertificateIn(textAt(document, 'base64') ?? '');
  if (found === undefined || issuer === undefined) return () => 'unknown';
  const now = session.io.now();
  const fault = unusable(found, issuer, now);
  if (fault !== undefined) {
    session.reporter.warn(`the revocation list of ${mount} cannot be used: ${fault}`);
    return () => 'unknown';
  }
  const [nameHash, keyId] = [sha256(issuer.subject.der), issuer.values.subjectKeyIdentifier];
  const revoked = new Map(found.entries.map(({ serial, at }) => [serial, at]));
  return (certificate) => {
    const { issuerHash, authorityKeyId } = certificate;
    if (issuerHash !== nameHash || authorityKeyId === undefined || authorityKeyId !== keyId) return 'unknown';
    const at = revoked.get(certificate.serial);
    if (at !== undefined) return { at };
    // An expired certificate may have left the list.
    return doubts === undefined && certificate.notAfter > now ? 'no' : 'unknown';
  };
};

const serialsOf = (rows: readonly JsonObject[]): readonly string[] =>
  rows.flatMap((row) => textAt(row, 'key') ?? []);

/** Entries of a page: a large list does not fit into one reply. */
const byKey = 10_000;

interface Certificates {
  /** As the server was asked. */
  readonly mount: string;
  readonly rows: readonly JsonObject[];
}

const certificatesIn = async (pages: AsyncIterable<ListPage>): Promise<Certificates> => {
  let mount = '';
  const rows: JsonObject[] = [];
  for await (const { input, items } of pages) {
    mount = inputText(input, 'mount') ?? '';
    // Not a spread: a page of 125,000 rows would overflow the stack.
    for (const item of items) rows.push(item);
  }
  return { mount, rows };
};

/** Undefined if the server or the token lacks the list. */
const optional = async (
  session: Session,
  operation: typeof listDetailed | typeof listRevoked,
  mount: string | undefined,
): Promise<Certificates | undefined> => {
  const product = await session.product('secrets');
  if (product.family === generic || lacking(product, operation) !== undefined) return undefined;
  try {
    return await certificatesIn(readList(session, operation, { mount }, { byKey }));
  } catch (error) {
    const isMissing = error instanceof TrivetError && missing.includes(error.exit);
    if (isMissing) return undefined;
    throw error;
  }
};

const missing: readonly number[] = [Exit.notFound, Exit.denied, Exit.refused, Exit.unavailable];

interface InventoryWanted {
  readonly parallel: number;
  readonly check: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds since the epoch: earlier ends are due. */
  readonly until: number;
  readonly whole: boolean;
}

const store = async (cached: Parameters<typeof cacheMount>[0], { io, reporter }: Session): Promise<void> => {
  try {
    await cacheMount(cached, io);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`the inventory of ${cached.mount} was not kept: ${error.message}`);
  }
};

interface Listed {
  readonly mount: string;
  readonly serials: readonly string[];
  readonly details: readonly ListedCertificate[] | undefined;
  readonly revoked: ReadonlySet<string> | undefined;
}

const listedOf = async (session: Session, given: string | undefined, whole: boolean): Promise<Listed> => {
  const detailed = whole ? undefined : await optional(session, listDetailed, given);
  const details = detailed && listedIn(detailed.rows);
  const { mount, rows } =
    detailed === undefined || details?.length === 0
      ? await certificatesIn(readList(session, list, { mount: given }))
      : detailed;
  const revoked = await optional(session, listRevoked, mount);
  return { mount, serials: serialsOf(rows), details, revoked: revoked && new Set(serialsOf(revoked.rows)) };
};

class MountReader {
  readonly #reading: Reading;
  readonly #listed: Listed;
  readonly #known: Map<string, Known>;
  readonly #until: number;
  readonly #at: number;

  constructor(
    reading: Reading,
    listed: Listed,
    cached: readonly CachedCertificate[],
    { at, until }: Pick<InventoryWanted, 'at' | 'until'>,
  ) {
    this.#at = at;
    this.#reading = reading;
    this.#listed = listed;
    this.#until = until;
    const bySerial = new Map(cached.map((one) => [one.serial, one]));
    this.#known = new Map();
    for (const serial of listed.serials) {
      const certificate = bySerial.get(serial);
      if (certificate !== undefined) this.#known.set(serial, { certificate, certain: false });
    }
  }

  get whole(): readonly CachedCertificate[] {
    return Array.from(this.#known.values(), ({ certificate }) => certificate);
  }

  get listedOnly(): readonly ListedCertificate[] {
    const { details = [], revoked } = this.#listed;
    return details.filter(({ serial }) => !this.#known.has(serial) && revoked?.has(serial) !== true);
  }

  #read(serials: readonly string[]): Promise<void> {
    return this.readAgain(serials.filter((serial) => !this.#known.has(serial)));
  }

  /** An inventory is complete, so one unreadable certificate fails the command. */
  async readAgain(serials: readonly string[]): Promise<void> {
    const { session, mount, parallel, progress } = this.#reading;
    let done = 0;
    await mapBounded(serials, parallel, async (serial) => {
      if (session.signal.aborted) return;
      const certificate = await read(session, mount, serial);
      if (certificate === undefined) this.#known.delete(serial);
      else this.#known.set(serial, { certificate, certain: true });
      done += 1;
      progress(done, serials.length);
    });
  }

  async readAll(authorities: Authorities): Promise<void> {
    const { details, serials, revoked } = this.#listed;
    if (details === undefined) await this.#read(serials);
    else {
      const described = new Set(details.map(({ serial }) => serial));
      const bare = serials.filter((serial) => !described.has(serial));
      await this.#read([...unsettled(details, this.#until), ...bare]);
      await this.readOf(authorities.refused);
      const whole = new Map(
        Array.from(this.#known, ([serial, { certificate }]) => {
          const { refusal } = authorities.verdictOn(certificate, this.#at);
          const findings = [...certificate.findings, ...(refusal === undefined ? [] : [refusal])];
          return [serial, { ...certificate, findings }];
        }),
      );
      await this.#read(doubtful(details, { whole, revoked }, this.#until));
    }
    const isTimeless = (serial: string): boolean =>
      this.#known.get(serial)?.certificate.revoked === undefined;
    // Only the reply about the certificate has the time.
    await this.readAgain(serials.filter((serial) => revoked?.has(serial) === true && isTimeless(serial)));
  }

  readOf(names: ReadonlySet<string>): Promise<void> {
    return this.#read(
      (this.#listed.details ?? []).flatMap(({ issuer, serial }) => (names.has(issuer) ? [serial] : [])),
    );
  }

  async settle(): Promise<readonly string[]> {
    if (this.#listed.revoked !== undefined) return [];
    const { session, mount } = this.#reading;
    const open = [...this.#known.values()].filter(
      ({ certain, certificate }) => !certain && certificate.revoked === undefined,
    );
    if (open.length === 0) return [];
    const judge = await judgeOf(session, mount);
    const unknown: string[] = [];
    for (const { certificate } of open) {
      const { serial } = certificate;
      const verdict = judge(certificate);
      if (typeof verdict === 'object')
        this.#known.set(serial, { certificate: { ...certificate, revoked: verdict.at }, certain: true });
      else if (verdict === 'no') this.#known.set(serial, { certificate, certain: true });
      else unknown.push(serial);
    }
    return unknown;
  }

  #isRevoked(serial: string): Held['revoked'] {
    const known = this.#known.get(serial);
    if (known?.certificate.revoked !== undefined) return 'yes';
    const { revoked } = this.#listed;
    if (revoked !== undefined) return revoked.has(serial) ? 'yes' : 'no';
    return known?.certain === true ? 'no' : 'unknown';
  }

  held(): readonly Held[] {
    const { mount } = this.#reading;
    const listed = new Map(this.#listed.details?.map((one) => [one.serial, one]));
    return this.#listed.serials.flatMap((serial) => {
      const certificate = this.#known.get(serial)?.certificate ?? listed.get(serial);
      return certificate === undefined ? [] : [{ mount, certificate, revoked: this.#isRevoked(serial) }];
    });
  }
}

/** An unusable list says nothing about a CA. */
const isUnsettled = ({ check, severity, certificate }: PolicyFinding): boolean =>
  check === 'revocation' &&
  severity !== 'nonconforming' &&
  certificate !== undefined &&
  isIntermediate(certificate);

interface JudgedIssuer {
  readonly issuer: Issuer;
  readonly standing: AuthorityStanding;
  readonly revoked: Held['revoked'];
}

const judgedIssuers = async (
  gatherer: Gatherer,
  mount: string,
  at: number,
): Promise<Pick<Issuers, 'why'> & { readonly issuers: readonly JudgedIssuer[] }> => {
  const { known, why } = await gatherer.issuers(mount);
  const issuers = await Promise.all(
    known.map(async (issuer): Promise<JudgedIssuer> => {
      const { certificate } = issuer;
      const assessment = await gatherer.assessIssuer(issuer);
      const isOwn = (one: PolicyFinding): boolean => isOfLeaf(one, assessment);
      const refusals = assessment.findings.filter(isRevoked);
      const doubts = assessment.findings.filter((one) => !isRevoked(one) && isUnsettled(one));
      const [refusal, doubt] = [refusals.find(isOwn) ?? refusals[0], doubts[0]];
      const judged = refusal?.certificate ?? certificate;
      const seen = isIntermediate(judged) ? await gatherer.seenIn(judged, at) : { at, by: mount };
      const standing = standingOf(
        certificate,
        refusal === undefined && doubt !== undefined
          ? {
              is: 'unknown',
              why: `${calledName(doubt.certificate ?? certificate)}: ${doubt.message}`,
              at,
              mount,
            }
          : {
              is: refusal === undefined ? 'accepted' : isOwn(refusal) ? 'revoked' : 'refused',
              at,
              seen,
              revokedAt: refusal?.revokedAt,
              mount,
            },
      );
      const revoked = refusals.some(isOwn) ? 'yes' : doubts.some(isOwn) ? 'unknown' : 'no';
      return { issuer, standing, revoked };
    }),
  );
  return { issuers, ...(why === undefined ? {} : { why }) };
};

export interface MountContent {
  /** Judges once refused CAs are read; kept for `status`. */
  readonly heldBelow: (authorities: Authorities) => Promise<readonly Held[]>;
  readonly authoritiesBelow: (authorities: Authorities) => readonly Held[];
  readonly stored: readonly Held[];
  readonly issuers: readonly AuthorityStanding[];
}

/** @param mounts all mounts of the inventory */
export const certificatesOfMount = async (
  session: Session,
  given: string | undefined,
  mounts: readonly string[],
  { parallel, check, at, until, whole: readsAll }: InventoryWanted,
): Promise<MountContent> => {
  const { io, reporter } = session;
  const { endpoint } = await session.server('secrets');
  const listed = await listedOf(session, given, readsAll);
  const { mount } = listed;
  const namespace = session.globals.namespace ?? endpoint.context.namespace?.value;
  const place = { server: endpoint.baseUrl, namespace, mount };
  const busy = reporter.busy(`Reading certificates of ${mount}`);
  const progress = (done: number, total: number): void => busy.update(done, total);
  const cached = await cachedMount(place, io);
  const { issuers, why } = await judgedIssuers(new Gatherer(session, mount, mounts), mount, at);
  if (why !== undefined) reporter.warn(`the CAs of ${mount} could not be read: ${why}`);
  const standings = [...(cached?.issuers ?? []), ...issuers.map(({ standing }) => standing)];
  const times = { at, until };
  const reader = new MountReader(
    { session, mount, parallel, progress },
    listed,
    cached?.certificates ?? [],
    times,
  );
  const keep = async (): Promise<void> => {
    const { whole, listedOnly } = reader;
    const unsettled = reader
      .held()
      .flatMap((one) => (one.revoked === 'unknown' ? [one.certificate.serial] : []));
    const all = { certificates: whole, listed: listedOnly, unsettled, issuers: standings };
    if (whole.length + listedOnly.length > 0) await store({ ...place, at, ...all }, session);
  };
  try {
    await reader.readAll(judgedAuthorities(standings, new Map(), at));
    const unknown = await reader.settle();
    if (check) await reader.readAgain(unknown);
    else if (unknown.length > 0) {
      reporter.note(
        `revoked is unknown for ${plural(unknown.length, 'certificate')} of ${mount}, which its revocation list does not cover. Use --check-revocation to read each.`,
      );
    }
  } finally {
    busy.end();
    await keep();
  }
  const serials = new Set(listed.serials);
  return {
    stored: reader.held(),
    heldBelow: async (authorities) => {
      await reader.readOf(authorities.refused);
      await keep();
      const { length } = reader.listedOnly;
      if (length > 0) {
        reporter.note(
          `${plural(length, 'certificate')} of ${mount}: at most five host names of each, no other names, and no subject, as the server lists them. Use --whole to read each.`,
        );
      }
      return reader.held().map((one) => withVerdict(one, authorities.verdictOn(one.certificate, at)));
    },
    authoritiesBelow: (authorities) =>
      issuers.flatMap(({ issuer, standing, revoked }): readonly Held[] => {
        const { serial } = issuer.certificate;
        if (serials.has(serial)) return [];
        const certificate = cachedFrom(issuer.certificate, serial, issuer.revokedAt, io.now());
        const known = authorities.ofAuthority(standing);
        const unknown =
          known.is === 'unknown' ? `unknown whether it was revoked: ${unknownWords(known)}` : undefined;
        return [{ mount, certificate, revoked: known.is === 'revoked' ? 'yes' : revoked, unknown }];
      }),
    issuers: standings,
  };
};
