import { TrivetError } from '../../../system/error.ts';
import { Deadline } from '../../../system/deadline.ts';
import { until } from '../../../system/until.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate, isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import type { PolicyFinding, Severity } from '../policy/finding.ts';
import type { Session } from '../../../run/session/session.ts';
import type { CertificateChain } from '../assess.ts';
import { findingText, isOfLeaf } from '../assess.ts';
import { Gatherer, once } from '../gather.ts';
import type { RenewPlan } from '../renew/place.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import type { GatheredChain } from '../verify/gathered.ts';
import { anchorsIn, folderRows, gatherServer } from '../verify/gathered.ts';
import { exposedIn } from '../verify/key-files.ts';
import { tlsServer } from '../verify/server-certificates.ts';
import type { VerifiedRow } from '../verify/verified-row.ts';
import type { Assessed, ServedState } from './decide.ts';
import type { FleetEndpoint } from './fleet.ts';

type Sent =
  | { readonly is: 'unreachable'; readonly why: string }
  | {
      readonly is: 'served';
      /** The chains by address, since addresses of a name may send different ones. */
      readonly chains: readonly GatheredChain[];
      readonly missed: readonly string[];
    };

const isExpectedIn = ({ leaf }: GatheredChain, expected: FolderContent | undefined): boolean =>
  expected !== undefined && isSameCertificate(leaf, expected.leaf);

/** Milliseconds until the server has loaded its files. */
const restMs = 100;

/** Connections in a row that must see the new certificate. */
const inARow = 3;

export class Looker {
  readonly #session: Session;
  readonly #anchors: (file: string) => Promise<readonly ParsedCertificate[]>;
  readonly #gatherers = new Map<string, Gatherer>();

  constructor(session: Session) {
    this.#session = session;
    this.#anchors = once((file) => anchorsIn(file, session));
  }

  async prepare(endpoints: readonly FleetEndpoint[]): Promise<void> {
    for (const { trust } of endpoints) if (trust !== undefined) await this.#anchors(trust);
  }

  #gatherer({ mount, caMounts }: FleetEndpoint): Gatherer {
    const key = JSON.stringify({ mount, caMounts });
    const gatherer = this.#gatherers.get(key) ?? new Gatherer(this.#session, mount, caMounts);
    this.#gatherers.set(key, gatherer);
    return gatherer;
  }

  async #trusted(endpoint: FleetEndpoint): Promise<readonly ParsedCertificate[] | undefined> {
    if (endpoint.trust !== undefined) return this.#anchors(endpoint.trust);
    const roots = (await this.#gatherer(endpoint).authorities()).filter(isSelfIssuedBy);
    return roots.length === 0 ? undefined : roots;
  }

  async planned(endpoint: FleetEndpoint): Promise<Pick<RenewPlan, 'gatherer' | 'clients'>> {
    const { served, serverName } = endpoint;
    const host = serverName ?? (served === undefined ? undefined : tlsServer(served).host);
    const clients = { anchors: await this.#trusted(endpoint), hosts: host === undefined ? [] : [host] };
    return { gatherer: this.#gatherer(endpoint), clients };
  }

  async #judged(endpoint: FleetEndpoint, chain: CertificateChain): Promise<Assessed> {
    const { gatherer, clients } = await this.planned(endpoint);
    const assessment = await gatherer.assess(chain, { ...clients, isOfMount: true });
    const of = (wanted: Severity): readonly PolicyFinding[] =>
      assessment.findings.filter(({ severity }) => severity === wanted);
    const spoken = (found: readonly PolicyFinding[]): readonly string[] =>
      found.map((one) => findingText(one, assessment));
    return {
      refused: spoken(of('refused')),
      warnings: spoken(of('nonconforming')),
      unknown: of('unknown').map((one) => {
        const isAbove = one.check === 'revocation' && !isOfLeaf(one, assessment);
        const more = isAbove ? '. ca_mounts names the mount of its issuer.' : '';
        return { check: one.check, text: `${findingText(one, assessment)}${more}` };
      }),
    };
  }

  /** The chain of the files is judged only if no server shows it. */
  async files(endpoint: FleetEndpoint, content: FolderContent): Promise<Assessed> {
    const { folder, served } = endpoint;
    if (served !== undefined)
      return { refused: [], warnings: await exposedIn(folder, content.contents), unknown: [] };
    const rows = await folderRows(folder, content);
    const of = (wanted: VerifiedRow['status']): readonly string[] =>
      rows.filter(({ status }) => status === wanted).map(({ detail }) => detail);
    const judged = await this.#judged(endpoint, content);
    return {
      refused: [...of('problem'), ...judged.refused],
      warnings: [...of('warning'), ...judged.warnings],
      unknown: judged.unknown,
    };
  }

  async #sent(url: string, serverName: string | undefined): Promise<Sent> {
    try {
      return { is: 'served', ...(await gatherServer(url, serverName, this.#session)) };
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      return { is: 'unreachable', why: error.message };
    }
  }

  async #stateOf(
    endpoint: FleetEndpoint,
    sent: Sent,
    expected: FolderContent | undefined,
  ): Promise<ServedState> {
    if (sent.is === 'unreachable') return sent;
    const { is, chains, missed } = sent;
    const judged = await Promise.all(
      chains.map(async (chain) => {
        const { refused, warnings, unknown } = await this.#judged(endpoint, chain);
        const at = (text: string): string =>
          chains.length === 1 ? text : `${chain.addresses.join(', ')}: ${text}`;
        return {
          refused: refused.map(at),
          warnings: warnings.map(at),
          unknown: unknown.map(({ check, text }) => ({ check, text: at(text) })),
          serial: at(chain.leaf.serial),
          isExpected: isExpectedIn(chain, expected),
        };
      }),
    );
    const shown = judged.find((one) => !one.isExpected) ?? judged[0];
    return {
      is,
      isExpected: judged.every((one) => one.isExpected),
      serial: shown?.serial ?? '',
      refused: judged.flatMap(({ refused }) => refused),
      warnings: [
        ...judged.flatMap(({ warnings }) => warnings),
        ...missed.map((text) => `${endpoint.name}: ${text}`),
      ],
      unknown: judged.flatMap(({ unknown }) => unknown),
    };
  }

  /** Undefined if the fleet names no server. */
  async seen(endpoint: FleetEndpoint, expected: FolderContent | undefined): Promise<ServedState | undefined> {
    const { served, serverName } = endpoint;
    if (served === undefined) return undefined;
    return this.#stateOf(endpoint, await this.#sent(served, serverName), expected);
  }

  /** Once the server has had the time to load its files. */
  async settled(
    endpoint: FleetEndpoint,
    expected: FolderContent | undefined,
  ): Promise<ServedState | undefined> {
    const { served, serverName } = endpoint;
    if (served === undefined || expected === undefined) return undefined;
    const { io, signal } = this.#session;
    const deadline = new Deadline(endpoint.settle - restMs, () => io.monotonic());
    let times = 0;
    let last: Sent = { is: 'unreachable', why: 'it was not asked' };
    const { is } = await until({
      read: async () => {
        last = await this.#sent(served, serverName);
        return last;
      },
      judge: (sent) => {
        const isLoaded = sent.is === 'served' && sent.chains.every((chain) => isExpectedIn(chain, expected));
        times = isLoaded ? times + 1 : 0;
        // After a graceful reload, old and new processes both reply for a moment.
        return times === inARow ? { done: true } : { again: times === 0 ? restMs : 0 };
      },
      deadline,
      signal,
    });
    // The look that a signal cut short is no fact about the server.
    if (is === 'interrupted')
      return { is: 'unknown', why: 'the run was interrupted before it was known what the server sends' };
    return this.#stateOf(endpoint, last, expected);
  }
}
