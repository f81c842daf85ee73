/** The services, and the one list of the products that serve them: families, decisions, editions and versions. */
export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

export const serviceNames: readonly ServiceName[] = ['workspaces', 'secrets', 'jobs'];

/** What a family of products speaks, beside `documented`, which every service has. */
type Dialect = 'terraform' | 'vault' | 'nomad';

export type Family = 'documented' | Dialect;

export const editions = ['enterprise', 'community'] as const;

export type Edition = (typeof editions)[number];

/** Versions from `since` until before `until`, of that edition only. */
interface Versions {
  readonly since?: string;
  readonly until?: string;
  readonly edition?: Edition;
}

/** Always, never, or in some versions. */
type Decided = boolean | Versions;

/** What each product of a family decides: a product that leaves one out does not compile. */
interface Decisions {
  readonly terraform:
    /** Reports and takes `assessments-enabled`. */
    | 'assessments'
    | 'remote-state-consumers'
    | 'retention-policies'
    | 'safe-delete'
    /** Takes every documented attribute, filter and reason; otherwise it drops some without a word. */
    | 'all-settings'
    /** Organizations that a token cannot see are a 404; otherwise an empty list. */
    | 'reports-unseen-organizations'
    /** Answers mistakes of the user with 500 and plain text. */
    | 'plain-errors'
    /** Limits the requests of one user. */
    | 'rate-limit'
    /** A tag that is attached already (add) or is not (remove) fails the whole request. */
    | 'tags-once';
  readonly vault:
    | 'custom-messages'
    /** Names of static roles and library sets with slashes. */
    | 'hierarchical-names'
    | 'identity-federation'
    | 'mfa'
    /** The credential type `session_token`. */
    | 'session-tokens'
    /** Truncates long session names silently; otherwise they are passed on, and refused. */
    | 'truncated-session-names';
  readonly nomad:
    /** Parses HCL1. */
    | 'hcl1'
    | 'submissions'
    /** Takes tokens of Consul and Vault with a revert. */
    | 'revert-tokens';
}

export type Decision<F extends Dialect> = Decisions[F];

/** Whom a rule, a parameter or a field is for: a family, or those of it that do something, or do not. */
export type Among =
  | Family
  | {
      readonly [F in Dialect]:
        | { readonly speaks: F; readonly does: Decisions[F] }
        | { readonly speaks: F; readonly lacks: Decisions[F] };
    }[Dialect];

/** A product, by what it decides. */
export type ProductEntry = {
  readonly [F in Dialect]: {
    readonly product: string;
    readonly title: string;
    readonly speaks: F;
    readonly does: Readonly<Record<Decisions[F], Decided>>;
  };
}[Dialect];

const list = [
  {
    product: 'hcp-terraform',
    title: 'HCP Terraform',
    speaks: 'terraform',
    does: {
      assessments: true,
      'remote-state-consumers': true,
      'retention-policies': false,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
    },
  },
  {
    product: 'terraform-enterprise',
    title: 'Terraform Enterprise',
    speaks: 'terraform',
    does: {
      assessments: false,
      'remote-state-consumers': true,
      'retention-policies': true,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
    },
  },
  {
    product: 'otf',
    title: 'OTF',
    speaks: 'terraform',
    does: {
      assessments: false,
      'remote-state-consumers': false,
      'retention-policies': false,
      'safe-delete': false,
      'all-settings': false,
      'reports-unseen-organizations': false,
      'plain-errors': true,
      'rate-limit': false,
      'tags-once': true,
    },
  },
  {
    product: 'vault',
    title: 'Vault',
    speaks: 'vault',
    does: {
      'custom-messages': { since: '1.16', edition: 'enterprise' },
      'hierarchical-names': { since: '1.17' },
      'identity-federation': { since: '1.16', edition: 'enterprise' },
      mfa: true,
      'session-tokens': true,
      'truncated-session-names': true,
    },
  },
  {
    product: 'openbao',
    title: 'OpenBao',
    speaks: 'vault',
    does: {
      'custom-messages': false,
      'hierarchical-names': false,
      'identity-federation': false,
      mfa: false,
      'session-tokens': false,
      'truncated-session-names': false,
    },
  },
  {
    product: 'nomad',
    title: 'Nomad',
    speaks: 'nomad',
    does: {
      hcl1: { until: '1.9' },
      submissions: { since: '1.6' },
      'revert-tokens': { until: '1.10' },
    },
  },
] as const satisfies readonly ProductEntry[];

export type ProductName = 'documented' | (typeof list)[number]['product'];

/** The documented names, used while the product of a server is unknown. */
export const documented = 'documented' satisfies ProductName;

/** What a server is, as far as it is known. */
export interface ServerKind {
  readonly product: ProductName;
  readonly edition?: Edition | undefined;
  /** As the server reports it; without one it counts as the newest of its product. */
  readonly version?: string | undefined;
}

/** A server by what it decides: all that rules, parameters and fields ask of it. */
export interface Speaker {
  readonly name: string;
  readonly title: string;
  readonly speaks: Family;
  readonly does: Readonly<Partial<Record<string, Decided>>>;
  readonly edition?: Edition | undefined;
  readonly version?: string | undefined;
}

const serviceOf: Readonly<Record<Dialect, ServiceName>> = {
  terraform: 'workspaces',
  vault: 'secrets',
  nomad: 'jobs',
};

export const productNames: readonly ProductName[] = [documented, ...list.map(({ product }) => product)];

const namesFor = (service: ServiceName): readonly ProductName[] => [
  documented,
  ...list.flatMap(({ product, speaks }) => (serviceOf[speaks] === service ? [product] : [])),
];

export const productsOf: Readonly<Record<ServiceName, readonly ProductName[]>> = {
  workspaces: namesFor('workspaces'),
  secrets: namesFor('secrets'),
  jobs: namesFor('jobs'),
};

/** The product that stands for a family where nothing says which of them a server is. */
export const firstSpeaking = (family: Family): ProductName =>
  list.find(({ speaks }) => speaks === family)?.product ?? documented;

/** The documented API, as a server. */
export const documentedSpeaker: Speaker = {
  name: documented,
  title: 'The documented API',
  speaks: documented,
  does: {},
};

/** A server of the product that an entry describes. */
export const speakerFrom = (
  { product, title, speaks, does }: ProductEntry,
  { edition, version }: Pick<ServerKind, 'edition' | 'version'> = {},
): Speaker => ({ name: product, title, speaks, does, edition, version });

export const speakerOf = (server: ServerKind): Speaker => {
  const entry = list.find(({ product }) => product === server.product);
  return entry === undefined ? documentedSpeaker : speakerFrom(entry, server);
};

/** The numbers of `1.16.3+ent`, `v202409-1`, `2.6`. */
const numbersOf = (version: string): readonly number[] =>
  (/\d+(?:[.-]\d+)*/.exec(version)?.[0] ?? '').split(/[.-]/).map(Number);

const isBefore = (version: string, other: string): boolean => {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  for (let index = 0; index < two.length; index += 1) {
    const difference = (one[index] ?? 0) - (two[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
};

/** Whether it does: an unknown edition might, and an unknown version is the newest. */
export const isDone = (
  decided: Decided | undefined,
  { edition, version }: Pick<Speaker, 'edition' | 'version'>,
): boolean => {
  if (decided === undefined || typeof decided === 'boolean') return decided === true;
  const { since, until } = decided;
  if (decided.edition !== undefined && edition !== undefined && edition !== decided.edition) return false;
  if (version === undefined) return until === undefined;
  return (
    (since === undefined || !isBefore(version, since)) && (until === undefined || isBefore(version, until))
  );
};

/** Whether one of the scopes covers the server. */
export const isAmong = (scopes: readonly Among[], server: Speaker): boolean =>
  scopes.some((scope) => {
    if (typeof scope === 'string') return scope === server.speaks;
    if (scope.speaks !== server.speaks) return false;
    return 'does' in scope
      ? isDone(server.does[scope.does], server)
      : !isDone(server.does[scope.lacks], server);
  });

/** The products that the scopes cover, in some of their versions. */
export const productsAmong = (scopes: readonly Among[]): readonly ProductName[] =>
  productNames.filter((product) => {
    const speaker = speakerOf({ product });
    const ever = Object.entries(speaker.does).map(([key, decided]) => [key, decided !== false]);
    return isAmong(scopes, { ...speaker, does: Object.fromEntries(ever) });
  });

/** `1.17 and newer`, `enterprise, before 1.9`; empty for what is not limited. */
const versionsText = (decided: Decided | undefined): string => {
  if (typeof decided !== 'object') return '';
  const { since, until, edition } = decided;
  const texts = [edition, since && `${since} and newer`, until && `before ${until}`];
  return texts.filter((text) => text !== undefined).join(', ');
};

/** The names of these products, with their versions where those are limited: `vault (1.17 and newer)`. */
export const namesAmong = (scopes: readonly Among[]): readonly string[] =>
  productsAmong(scopes).map((product) => {
    const { does, speaks } = speakerOf({ product });
    const limits = scopes.map((scope) =>
      typeof scope === 'object' && scope.speaks === speaks && 'does' in scope
        ? versionsText(does[scope.does])
        : '',
    );
    const limit = limits.find((text) => text !== '');
    return limit === undefined ? product : `${product} (${limit})`;
  });

/** `vault 1.15.2 (community)`, as far as it is known. */
export const spokenServer = (name: string, { edition, version }: Omit<ServerKind, 'product'>): string =>
  [name, version, edition && `(${edition})`].filter((part) => part !== undefined).join(' ');

/** Whether two servers decide everything alike. */
export const decideAlike = (one: Speaker, two: Speaker): boolean =>
  one.name === two.name &&
  Object.keys(one.does).every((key) => isDone(one.does[key], one) === isDone(two.does[key], two));
