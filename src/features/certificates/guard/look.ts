/** Connects to the servers of a fleet and judges what they send. */
import { localError, TrivetError } from '../../../system/error.ts';
import { textAt } from '../../../documents/json/json.ts';
import { pause } from '../../../system/pause.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy, parsedOrNone } from '../../../documents/x509/certificate.ts';
import type { PolicyFinding, Severity } from '../policy/finding.ts';
import { calledName } from '../policy/finding.ts';
import { judge } from '../policy/judge.ts';
import { purposeOf } from '../policy/purpose.ts';
import type { RevocationInput } from '../policy/revocation.ts';
import { readFileOrInput } from '../../../system/read-file.ts';
import type { Session } from '../../../engine/session/session.ts';
import { chain, show } from '../../../commands/pki/operations/ca.ts';
import { Authorities, together } from '../verify/authorities.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import type { Gathered, GatheredChain } from '../verify/gathered.ts';
import { gatherFiles, gatherServer, parsedIn } from '../verify/gathered.ts';
import { exposedIn } from '../verify/key-files.ts';
import { listsOfMount, mountRevocation } from '../verify/mount-revocation.ts';
import { tlsServer } from '../verify/server-certificates.ts';
import type { VerifiedRow } from '../verify/verified-row.ts';
import type { MountOpinion } from '../renew/mount-opinion.ts';
import { authoritiesOpinion, revokedBy } from '../renew/mount-opinion.ts';
import type { ServedState, Unknown } from './decide.ts';
import type { FleetEndpoint } from './fleet.ts';

/** What `pki verify` says, in words. */
interface Findings {
  readonly refused: readonly string[];
  readonly warnings: readonly string[];
  readonly unknown: readonly Unknown[];
}

type Sent =
  | { readonly is: 'unreachable'; readonly why: string }
  | {
      readonly is: 'served';
      readonly isExpected: boolean;
      /** The addresses of its name can send different chains. */
      readonly chains: readonly GatheredChain[];
      readonly missed: readonly string[];
    };

/** What the endpoints of a mount have in common. */
interface MountFacts {
  readonly authorities: readonly ParsedCertificate[];
  readonly revocation: RevocationInput;
  /** The CAs above, which can be of other mounts. */
  readonly above: Authorities;
  readonly opinion: Omit<MountOpinion, 'revoked'>;
}

/** The mounts of an endpoint, as a key. */
type Mounts = Pick<FleetEndpoint, 'mount' | 'caMounts'>;
const keyOf = ({ mount, caMounts }: Mounts): string => JSON.stringify({ mount, caMounts });

const read = async (
  session: Session,
  operation: typeof chain | typeof show,
  mount: string | undefined,
): Promise<readonly ParsedCertificate[]> => {
  const { document } = await session.lookUp(operation, mount === undefined ? {} : { mount });
  const bytes = Buffer.from(textAt(document, 'base64') ?? '', 'base64');
  return parsedIn(bytes).filter((one) => one !== undefined);
};

const factsOf = async (session: Session, { mount, caMounts }: Mounts): Promise<MountFacts> => {
  const warn = (error: unknown): readonly never[] => {
    if (!(error instanceof TrivetError)) throw error;
    session.reporter.warn(`the CA of ${mount ?? 'the mount'} could not be read: ${error.message}`);
    return [];
  };
  const [above, own, revocation] = await Promise.all([
    read(session, chain, mount).catch(warn),
    read(session, show, mount).catch(warn),
    listsOfMount(session, mount),
  ]);
  const authorities = new Authorities(session, mount, caMounts);
  return {
    authorities: [...own, ...above],
    revocation: { mode: 'check', ...revocation },
    above: authorities,
    opinion: authoritiesOpinion(session, authorities, mount),
  };
};

const anchorsIn = async (file: string, session: Session): Promise<readonly ParsedCertificate[]> => {
  const found = parsedIn(await readFileOrInput(file, session.world)).filter((one) => one !== undefined);
  if (found.length === 0) throw localError(`${file} contains no readable certificate`);
  return found;
};

const once = <Value>(make: (key: string) => Promise<Value>): ((key: string) => Promise<Value>) => {
  const made = new Map<string, Promise<Value>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

/** Milliseconds between two connections to a server that has not loaded its files yet. */
const restMs = 100;

/** Connections that have to see the new certificate, one after another. */
const inARow = 3;

/** Judges endpoints; what they have in common is read once. */
export class Looker {
  readonly #session: Session;
  readonly #factsOf: (key: string) => Promise<MountFacts>;
  readonly #anchors: (file: string) => Promise<readonly ParsedCertificate[]>;
  readonly #seen = new Map<string, ParsedCertificate>();
  readonly #asked = new Map<string, ReturnType<typeof mountRevocation>>();

  constructor(session: Session) {
    this.#session = session;
    this.#factsOf = once((key) => factsOf(session, JSON.parse(key) as Mounts));
    this.#anchors = once((file) => anchorsIn(file, session));
  }

  /** Reads the files of CA certificates that clients trust. @throws TrivetError local, before anything is sent */
  async prepare(endpoints: readonly FleetEndpoint[]): Promise<void> {
    for (const { trust } of endpoints) if (trust !== undefined) await this.#anchors(trust);
  }

  /** The one object for a certificate, whoever sends it: signatures are verified once for each object. */
  readonly #same = (one: ParsedCertificate): ParsedCertificate => {
    const key = Buffer.from(one.der).toString('latin1');
    const same = this.#seen.get(key) ?? one;
    this.#seen.set(key, same);
    return same;
  };

  #facts(endpoint: FleetEndpoint): Promise<MountFacts> {
    return this.#factsOf(keyOf(endpoint));
  }

  /** What is known of a certificate: the mount is asked about it, since its list can be late, off or of another issuer. */
  async #revocationOf(endpoint: FleetEndpoint, leaf: ParsedCertificate): Promise<RevocationInput> {
    const { revocation } = await this.#facts(endpoint);
    const key = JSON.stringify([endpoint.mount, Buffer.from(leaf.der).toString('latin1')]);
    const asked = this.#asked.get(key) ?? mountRevocation(this.#session, leaf, endpoint.mount, 'never');
    this.#asked.set(key, asked);
    return { mode: revocation.mode, ...together(revocation, await asked) };
  }

  /** Why clients refuse a chain, and what else `pki verify` says about it. */
  async #judged(
    endpoint: FleetEndpoint,
    { leaf, served, pool }: Pick<Gathered, 'leaf' | 'served' | 'pool'>,
    hosts: readonly string[],
  ): Promise<Findings> {
    const facts = await this.#facts(endpoint);
    const { trust } = endpoint;
    const authorities = facts.authorities.map(this.#same);
    const above = await facts.above.known([...(served?.certificates ?? []), ...pool, ...authorities]);
    const roots = authorities.filter(isSelfIssuedBy);
    const { findings } = judge({
      leaf,
      served,
      pool: [...pool, ...authorities],
      anchors: trust === undefined ? (roots.length === 0 ? undefined : roots) : await this.#anchors(trust),
      purpose: purposeOf(leaf, hosts),
      hosts,
      at: this.#session.world.now(),
      revocation: { mode: 'check', ...together(await this.#revocationOf(endpoint, leaf), above) },
    });
    const spoken = (found: readonly PolicyFinding[]): readonly string[] =>
      found.map(({ certificate, message }) =>
        certificate === undefined || certificate === leaf
          ? message
          : `${calledName(certificate)}: ${message}`,
      );
    const of = (wanted: Severity): readonly PolicyFinding[] =>
      findings.filter(({ severity }) => severity === wanted);
    return {
      refused: spoken(of('refused')),
      warnings: spoken(of('nonconforming')),
      unknown: of('unknown').flatMap((one) => {
        const isAbove = one.check === 'revocation' && one.certificate !== leaf;
        const more = isAbove ? '. ca_mounts names the mount of its issuer.' : '';
        return spoken([one]).map((text) => ({ check: one.check, text: `${text}${more}` }));
      }),
    };
  }

  /** What `pki verify` says about the files; it judges their chain only where no server shows it. */
  async files(endpoint: FleetEndpoint, content: FolderContent): Promise<Findings> {
    const { folder, input, served, serverName } = endpoint;
    if (served !== undefined) return { refused: [], warnings: await exposedIn(folder, content), unknown: [] };
    const password = input['store-password-from'];
    try {
      const found = await gatherFiles(folder, password, this.#session);
      const of = (wanted: VerifiedRow['status']): readonly string[] =>
        found.rows.filter(({ status }) => status === wanted).map(({ detail }) => detail);
      const judged = await this.#judged(endpoint, found, serverName === undefined ? [] : [serverName]);
      return {
        refused: [...of('problem'), ...judged.refused],
        warnings: [...of('warning'), ...judged.warnings],
        unknown: judged.unknown,
      };
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      return { refused: [error.message], warnings: [], unknown: [] };
    }
  }

  /** The mount is asked once for all of its endpoints. */
  opinion(endpoint: FleetEndpoint): MountOpinion {
    return {
      revoked: async (der) => {
        const { authorities } = await this.#facts(endpoint);
        const parsed = parsedOrNone(der);
        if (parsed === undefined) return undefined;
        const leaf = this.#same(parsed);
        const revocation = await this.#revocationOf(endpoint, leaf);
        return revokedBy(leaf, authorities.map(this.#same), revocation, this.#session.world.now());
      },
      disowned: async (...given) => (await this.#facts(endpoint)).opinion.disowned(...given),
      ofAuthorities: async (...given) => (await this.#facts(endpoint)).opinion.ofAuthorities(...given),
      isSignerRevoked: async (role) => (await this.#facts(endpoint)).opinion.isSignerRevoked(role),
    };
  }

  /** What a server sends now, not judged yet; `expected` is the certificate of its files. */
  async #sent({ serverName }: FleetEndpoint, url: string, expected: Uint8Array | undefined): Promise<Sent> {
    try {
      const found = await gatherServer(url, serverName, this.#session);
      const chains = found.chains.map(({ leaf, served, pool, ...rest }) => ({
        ...rest,
        leaf: this.#same(leaf),
        served: served && { ...served, certificates: served.certificates.map(this.#same) },
        pool: pool.map(this.#same),
      }));
      const isExpected = chains.every(
        ({ leaf }) => expected !== undefined && Buffer.compare(leaf.der, expected) === 0,
      );
      return { is: 'served', isExpected, chains, missed: found.missed };
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      return { is: 'unreachable', why: error.message };
    }
  }

  async #stateOf(
    endpoint: FleetEndpoint,
    url: string,
    sent: Sent,
    expected: Uint8Array | undefined,
  ): Promise<ServedState> {
    if (sent.is === 'unreachable') return sent;
    const { is, isExpected, chains, missed } = sent;
    const host = endpoint.serverName ?? tlsServer(url).host;
    const judged = await Promise.all(
      chains.map(async (chain) => {
        const { refused, warnings, unknown } = await this.#judged(endpoint, chain, [host]);
        const at = (text: string): string =>
          chains.length === 1 ? text : `${chain.addresses.join(', ')}: ${text}`;
        return {
          refused: refused.map(at),
          warnings: warnings.map(at),
          unknown: unknown.map(({ check, text }) => ({ check, text: at(text) })),
          serial: at(chain.leaf.serial),
          isExpected: expected !== undefined && Buffer.compare(chain.leaf.der, expected) === 0,
        };
      }),
    );
    const shown = judged.find((one) => !one.isExpected) ?? judged[0];
    return {
      is,
      isExpected,
      serial: shown?.serial ?? '',
      refused: judged.flatMap(({ refused }) => refused),
      warnings: [
        ...judged.flatMap(({ warnings }) => warnings),
        ...missed.map((text) => `${endpoint.name}: ${text}`),
      ],
      unknown: judged.flatMap(({ unknown }) => unknown),
    };
  }

  /** What a server sends now; `expected` is the certificate of its files. */
  async seen(endpoint: FleetEndpoint, url: string, expected: Uint8Array | undefined): Promise<ServedState> {
    return this.#stateOf(endpoint, url, await this.#sent(endpoint, url, expected), expected);
  }

  /** Looks again until the server has loaded its files, or has had the time for it. */
  async settled(endpoint: FleetEndpoint, url: string, expected: Uint8Array): Promise<ServedState> {
    const { world, signal } = this.#session;
    const until = world.monotonic() + endpoint.settle;
    let times = 0;
    for (;;) {
      const sent = await this.#sent(endpoint, url, expected);
      times = sent.is === 'served' && sent.isExpected ? times + 1 : 0;
      if (times === inARow || signal.aborted || world.monotonic() + restMs > until)
        return this.#stateOf(endpoint, url, sent, expected);
      // After a graceful reload, processes with the old and with the new certificate reply for a moment.
      if (times === 0) await pause(restMs, signal);
    }
  }
}
