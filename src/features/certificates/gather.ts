import { namedMounts } from '../../config/named-mounts.ts';
import { textAt, own } from '../../documents/json/json.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { isSameCertificate, isSelfIssuedBy } from '../../documents/x509/certificate.ts';
import type { Session } from '../../run/session/session.ts';
import { TrivetError } from '../../system/error.ts';
import { chain as showChain } from '../../commands/pki/operations/ca.ts';
import { show as showRole } from '../../commands/pki/operations/role/role.ts';
import type { Assessment, CertificateChain, Evidence } from './assess.ts';
import { assess, isRevoked } from './assess.ts';
import { authoritiesIn, cachedInventories } from './inventory/certificate-cache.ts';
import { standingOf } from './inventory/standing.ts';
import type { SeenIn } from './inventory/standing.ts';
import type { Issuer, Issuers } from './mount-issuers.ts';
import { issuersOf, signerOf, signersOf } from './mount-issuers.ts';
import type { RevocationInput } from './policy/revocation.ts';
import { certificatesIn } from '../../documents/x509/contents.ts';
import type { Known } from './verify/mount-revocation.ts';
import { fromList, nothing, orReason, statedBy } from './verify/mount-revocation.ts';

const mostAuthorities = 10;

const together = (...all: readonly Known[]): Known => {
  const why = all.map((one) => one.why).find((one) => one !== undefined);
  return {
    lists: [...new Set(all.flatMap(({ lists }) => lists))],
    isExplicit: all.some(({ isExplicit }) => isExplicit),
    stated: all.flatMap(({ stated = [] }) => stated),
    doubts: new Map(all.flatMap(({ doubts = new Map() }) => [...doubts])),
    issuers: all.flatMap(({ issuers = [] }) => issuers),
    ...(why === undefined ? {} : { why }),
  };
};

const mountAt = (url: string, base: string, namespace: string | undefined): string | undefined => {
  if (!url.startsWith(`${base}/`)) return undefined;
  const path = url.slice(base.length + 1);
  const inside =
    namespace !== undefined && path.startsWith(`${namespace}/`) ? path.slice(namespace.length + 1) : path;
  return /^([\w-]+(?:\/[\w-]+)*?)(?:\/issuer\/[\w-]+)?\/crl(?:\/(?:pem|der))?$/.exec(inside)?.[1];
};

export const isIntermediate = (one: ParsedCertificate): boolean =>
  one.values.basicConstraints?.ca === true && !isSelfIssuedBy(one);

const bytesOf = ({ der }: ParsedCertificate): string => Buffer.from(der).toString('latin1');

export const once = <Key, Value>(make: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) => {
  const made = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

/** What mounts say of the revocation of a CA: by which one, or by which earlier inventory. */
interface Learned {
  readonly known: Known;
  readonly by?: string | undefined;
  readonly remembered?: SeenIn | undefined;
}

const stating = (certificate: ParsedCertificate, is: NonNullable<Known['stated']>[number]['is']): Known => ({
  ...nothing,
  stated: [{ certificate, is }],
});

const saysRevoked = ({ stated = [], lists }: Known, { serial }: ParsedCertificate): boolean =>
  stated.some(({ is }) => typeof is === 'object' && 'revokedAt' in is) ||
  lists.some(({ entries }) => entries.some((entry) => entry.serial === serial));

/** Beside the revocation of CAs in the chain. */
export interface EvidenceWanted extends Pick<Evidence, 'anchors' | 'hosts' | 'purpose' | 'before'> {
  readonly isOfMount?: boolean;
  /** Whether it was just issued, so that its mount does not know more. */
  readonly isNew?: boolean;
  readonly mode?: RevocationInput['mode'];
}

/** Asks each mount once for issuers and list, and once about each certificate. */
export class Gatherer {
  readonly #session: Session;
  readonly #mount: string | undefined;
  readonly #named: readonly string[];
  readonly #known = new Map<string, Promise<Known>>();
  readonly #seen = new Map<string, ParsedCertificate>();
  readonly issuers: (mount: string | undefined) => Promise<Issuers>;
  readonly #lists: (mount: string | undefined) => Promise<Known>;
  readonly #roles: (name: string) => Promise<boolean>;
  #above: Promise<readonly ParsedCertificate[]> | undefined;
  #memory: ReturnType<typeof cachedInventories> | undefined;

  /** @param named mounts of the CAs above `mount` */
  constructor(session: Session, mount: string | undefined, named: readonly string[] = []) {
    this.#session = session;
    this.#mount = mount;
    this.#named = named;
    this.issuers = once((one) => issuersOf(session, one));
    this.#lists = once((one) => orReason(fromList(session, one)));
    this.#roles = once((name) => this.#isSignerRevoked(name));
  }

  /** One object for each certificate, so that its signature is verified once. */
  #same(one: ParsedCertificate): ParsedCertificate {
    const key = bytesOf(one);
    const same = this.#seen.get(key) ?? one;
    this.#seen.set(key, same);
    return same;
  }

  async authorities(): Promise<readonly ParsedCertificate[]> {
    const { known } = await this.issuers(this.#mount);
    // A list of issuers also has the CAs above them.
    this.#above ??= known.some(({ references }) => references.length > 0)
      ? Promise.resolve([])
      : this.#readChain();
    const all = [...known.map(({ certificate }) => certificate), ...(await this.#above)];
    return [...new Set(all.map((one) => this.#same(one)))];
  }

  async #readChain(): Promise<readonly ParsedCertificate[]> {
    try {
      const mount = this.#mount;
      const { document } = await this.#session.lookUp(showChain, { mount });
      const bytes = Buffer.from(textAt(document, 'base64') ?? '', 'base64');
      return certificatesIn(bytes).filter((one) => one !== undefined);
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      return [];
    }
  }

  /** The list may have certificates that the mount does not store. */
  #about(certificate: ParsedCertificate, mount = this.#mount): Promise<Known> {
    const key = JSON.stringify([mount, bytesOf(certificate)]);
    const ask = async (): Promise<Known> => {
      const stated = await statedBy(this.#session, certificate, mount);
      return stated.isEnough ? stated.known : together(stated.known, await this.#lists(mount));
    };
    const known = this.#known.get(key) ?? ask();
    this.#known.set(key, known);
    return known;
  }

  /** Asks only about CAs that another one signed. */
  async ofAuthorities(certificates: readonly ParsedCertificate[]): Promise<Known> {
    const wanted = [...new Set(certificates.filter(isIntermediate).map((one) => this.#same(one)))].slice(
      0,
      mostAuthorities,
    );
    const known = async (one: ParsedCertificate): Promise<Known> => (await this.#learned(one)).known;
    return together(...(await Promise.all(wanted.map((one) => orReason(known(one), one)))));
  }

  async #mountsFor(authority: ParsedCertificate): Promise<readonly (string | undefined)[]> {
    const { endpoint } = await this.#session.server('secrets');
    const namespace = this.#session.globals.namespace ?? endpoint.context.namespace?.value;
    const points = (authority.values.crlDistributionPoints ?? []).flatMap(({ names }) =>
      names.flatMap(({ form, text }) => (form === 'uri' ? [text] : [])),
    );
    const ofProfile = namedMounts(endpoint.context, 'pki');
    const [usual = 'pki'] = ofProfile;
    const others = [
      ...this.#named,
      ...ofProfile,
      ...points.flatMap((url) => mountAt(url, endpoint.baseUrl, namespace) ?? []),
    ].filter((one) => one !== (this.#mount ?? usual));
    return [this.#mount, ...new Set(others)];
  }

  /** Which mount said whether the CA was revoked, and when: `at`, unless an earlier inventory saw it. */
  async seenIn(authority: ParsedCertificate, at: number): Promise<SeenIn | undefined> {
    const { by, remembered } = await this.#learned(authority);
    return by === undefined ? remembered : { at, by };
  }

  /** A revocation is final, so an inventory's memory is evidence where no mount says more. */
  async #remembered(authority: ParsedCertificate): Promise<Learned | undefined> {
    const { io } = this.#session;
    this.#memory ??= this.#session
      .server('secrets')
      .then(({ endpoint }) => cachedInventories(endpoint.baseUrl, io));
    const one = standingOf(authority, { is: 'unknown', at: 0 });
    const { is, at, seen, revokedAt } = authoritiesIn(await this.#memory, [one], io.now()).ofAuthority(one);
    if (is !== 'revoked') return undefined;
    const known = stating(authority, { revokedAt: revokedAt ?? seen?.at ?? at });
    return { known, remembered: seen };
  }

  /** Every mount: one may hold the issuer's certificate without its lists. */
  async #learned(authority: ParsedCertificate): Promise<Learned> {
    const learned: { readonly mount: string | undefined; readonly known: Known }[] = [];
    const reasons: string[] = [];
    for (const mount of await this.#mountsFor(authority)) {
      const issuers = await this.issuers(mount);
      const own = issuers.known.find(({ certificate }) => isSameCertificate(certificate, authority));
      if (own?.revokedAt !== undefined)
        return { known: stating(authority, { revokedAt: own.revokedAt }), by: mount };
      const signers = signersOf(issuers, authority).map(({ certificate }) => certificate);
      // A mount does not know whether its own CA was revoked.
      if (signers.length === 0) {
        const isNamed = mount !== undefined && this.#named.includes(mount);
        if (isNamed) reasons.push(issuers.why ?? `${mount} has no issuer ${authority.issuer.text}`);
        continue;
      }
      const { why, ...found } = await orReason(this.#about(authority, mount));
      if (why === undefined) learned.push({ mount, known: { ...found, issuers: signers } });
      else reasons.push(why);
    }
    if (learned.length > 0) {
      const said = learned.find(({ known }) => saysRevoked(known, authority)) ?? learned[0];
      return { known: together(...learned.map(({ known }) => known)), by: said?.mount };
    }
    const remembered = await this.#remembered(authority);
    if (remembered !== undefined) return remembered;
    const [reason] = reasons;
    if (reason === undefined) return { known: nothing };
    return { known: stating(authority, { why: `no mount says whether it was revoked: ${reason}` }) };
  }

  async #evidence(
    chain: CertificateChain,
    { isOfMount = false, isNew = false, mode = 'check', ...wanted }: EvidenceWanted,
  ): Promise<Evidence> {
    const authorities = isOfMount ? await this.authorities() : [];
    const { leaf, served, pool } = chain;
    const above = [leaf, ...(served?.certificates ?? []), ...pool, ...(isNew ? [] : authorities)];
    const own = isNew || isIntermediate(leaf) ? nothing : await orReason(this.#about(leaf));
    const known = together(own, await this.ofAuthorities(above));
    const evidence = { ...wanted, authorities, revocation: { mode, ...known } };
    return isOfMount ? { ...evidence, issuers: await this.issuers(this.#mount) } : evidence;
  }

  /** @param at by default the present */
  async assess(given: CertificateChain, wanted: EvidenceWanted, at?: number): Promise<Assessment> {
    const same = (all: readonly ParsedCertificate[]): readonly ParsedCertificate[] =>
      all.map((one) => this.#same(one));
    const { served } = given;
    const chain = {
      ...given,
      leaf: this.#same(given.leaf),
      served: served && { ...served, certificates: same(served.certificates) },
      pool: same(given.pool),
    };
    return assess(chain, await this.#evidence(chain, wanted), at ?? this.#session.io.now());
  }

  /** Clients accept nothing from a revoked CA, or from one below it. */
  async assessIssuer({ certificate, revokedAt }: Issuer): Promise<Assessment> {
    const authorities = await this.authorities();
    const above = await this.ofAuthorities([certificate, ...authorities]);
    const own = revokedAt === undefined ? [] : [{ certificate, is: { revokedAt } }];
    const revocation = { mode: 'check', ...together({ ...nothing, stated: own }, above) } as const;
    const chain = { leaf: certificate, pool: [] };
    return assess(chain, { authorities, revocation }, this.#session.io.now());
  }

  isSignerRevoked(role: string): Promise<boolean> {
    return this.#roles(role);
  }

  async #isSignerRevoked(role: string): Promise<boolean> {
    const isRevokedNow = async (issuer: Issuer): Promise<boolean> =>
      (await this.assessIssuer(issuer)).findings.some(isRevoked);
    const { known, isWhole } = await this.issuers(this.#mount);
    if (isWhole && !(await Promise.all(known.map(isRevokedNow))).includes(true)) return false;
    try {
      const where = { mount: this.#mount };
      const signer = await signerOf(this.#session, where, await this.#issuerOfRole(role));
      return signer !== undefined && (await isRevokedNow(signer));
    } catch (error) {
      // The new certificate will show it.
      if (!(error instanceof TrivetError)) throw error;
      return false;
    }
  }

  async #issuerOfRole(name: string): Promise<string> {
    try {
      const { document } = await this.#session.lookUp(showRole, { mount: this.#mount, name });
      return textAt(own(document, 'data'), 'issuer_ref') || 'default';
    } catch (error) {
      if (error instanceof TrivetError) return 'default';
      throw error;
    }
  }
}
