/** What is known about the revocation of the CAs in chains: the mounts of their issuers are asked. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { namedMounts } from '../../../config/named-mounts.ts';
import type { Session } from '../../../engine/session/session.ts';
import type { Issuers } from '../mount-issuers.ts';
import { issuersOf, signersOf } from '../mount-issuers.ts';
import type { Known } from './mount-revocation.ts';
import { mountRevocation, orReason } from './mount-revocation.ts';

/** CAs of one chain that are looked up; clients accept no longer chains. */
const mostAuthorities = 10;

const nothing: Known = { lists: [], isExplicit: false };

/** Everything that is known, from several sources. */
export const together = (...all: readonly Known[]): Known => {
  const why = all.map((one) => one.why).find((one) => one !== undefined);
  return {
    lists: all.flatMap(({ lists }) => lists),
    isExplicit: all.some(({ isExplicit }) => isExplicit),
    stated: all.flatMap(({ stated = [] }) => stated),
    doubts: new Map(all.flatMap(({ doubts = new Map() }) => [...doubts])),
    issuers: all.flatMap(({ issuers = [] }) => issuers),
    ...(why === undefined ? {} : { why }),
  };
};

/** The mount of a revocation list at this server, by its address in a certificate; undefined for other addresses. */
const mountAt = (url: string, base: string, namespace: string | undefined): string | undefined => {
  if (!url.startsWith(`${base}/`)) return undefined;
  const path = url.slice(base.length + 1);
  const inside =
    namespace !== undefined && path.startsWith(`${namespace}/`) ? path.slice(namespace.length + 1) : path;
  return /^([\w-]+(?:\/[\w-]+)*?)(?:\/issuer\/[\w-]+)?\/crl(?:\/(?:pem|der))?$/.exec(inside)?.[1];
};

/** Asks each mount for its issuers, and about each CA, only once. */
export class Authorities {
  readonly #session: Session;
  readonly #mount: string | undefined;
  readonly #named: readonly string[];
  readonly #issuers = new Map<string | undefined, Promise<Issuers>>();
  readonly #known = new Map<string, Promise<Known>>();

  /** @param named mounts of the CAs above `mount` */
  constructor(session: Session, mount: string | undefined, named: readonly string[] = []) {
    this.#session = session;
    this.#mount = mount;
    this.#named = named;
  }

  issuers(mount = this.#mount): Promise<Issuers> {
    const found = this.#issuers.get(mount) ?? issuersOf(this.#session, mount);
    this.#issuers.set(mount, found);
    return found;
  }

  /** The CAs of the mount, where they have been read. */
  async read(): Promise<readonly ParsedCertificate[]> {
    const issuers = await this.#issuers.get(this.#mount);
    return issuers?.known.map(({ certificate }) => certificate) ?? [];
  }

  /** What is known of those CAs among `certificates` that another one signed. */
  async known(certificates: readonly ParsedCertificate[]): Promise<Known> {
    const authorities = certificates.filter(
      (one) => one.values.basicConstraints?.ca === true && !isSelfIssuedBy(one),
    );
    const byContent = new Map(authorities.map((one) => [Buffer.from(one.der).toString('latin1'), one]));
    const wanted = [...byContent].slice(0, mostAuthorities);
    return together(
      ...(await Promise.all(
        wanted.map(([content, one]) => {
          const found = this.#known.get(content) ?? orReason(this.#ask(one), one);
          this.#known.set(content, found);
          return found;
        }),
      )),
    );
  }

  /** The mounts that may have the issuer of a CA, those first that are named. */
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

  /** Asks every mount: one can hold the certificate of the issuer without its lists, and knows nothing then. */
  async #ask(authority: ParsedCertificate): Promise<Known> {
    const mounts = await this.#mountsFor(authority);
    const learned: Known[] = [];
    const reasons: string[] = [];
    for (const mount of mounts) {
      const issuers = await this.issuers(mount);
      const own = issuers.known.find(
        ({ certificate }) => Buffer.compare(certificate.der, authority.der) === 0,
      );
      if (own?.revokedAt !== undefined)
        return { ...nothing, stated: [{ certificate: authority, is: { revokedAt: own.revokedAt } }] };
      const signers = signersOf(issuers, authority).map(({ certificate }) => certificate);
      // A mount can store the certificate of its own CA, and does not know whether that was revoked.
      if (signers.length === 0) {
        const isNamed = mount !== undefined && this.#named.includes(mount);
        if (isNamed) reasons.push(issuers.why ?? `${mount} has no issuer ${authority.issuer.text}`);
        continue;
      }
      const { why, ...found } = await mountRevocation(this.#session, authority, mount);
      if (why === undefined) learned.push({ ...found, issuers: signers });
      else reasons.push(why);
    }
    if (learned.length > 0) return together(...learned);
    const [reason] = reasons;
    return reason === undefined
      ? nothing
      : {
          ...nothing,
          stated: [
            { certificate: authority, is: { why: `no mount says whether it was revoked: ${reason}` } },
          ],
        };
  }
}
