/** The shape of what every command knows of a service: its settings, its flags and its products. */
export const editions = ['enterprise', 'community'] as const;

export type Edition = (typeof editions)[number];

/** Versions from `since` until before `until`, of that edition only. */
interface Versions {
  readonly since?: string;
  readonly until?: string;
  readonly edition?: Edition;
}

/** Always, never, or in some versions. */
export type Decided = boolean | Versions;

export interface ProductFacts<Decision extends string = string> {
  readonly product: string;
  readonly title: string;
  readonly does: Readonly<Record<Decision, Decided>>;
}

export interface ServiceFacts {
  /** The dialect of its products, beside `generic`, which every service has. */
  readonly speaks: string;
  /** The end of the documents' {base_url}, which a vendor's address lacks. */
  readonly suffix: string;
  /** The beginning of the documented paths: a base URL must not end in it. */
  readonly inPaths?: string;
  /** Settings that a request may need; a shared one is a variable and a setting without the name of the service. */
  readonly context: Readonly<Partial<Record<'organization' | 'namespace' | 'region', 'own' | 'shared'>>>;
  /** The namespace of a request that names none, where that one has a name. */
  readonly defaultNamespace?: string;
  /** Headers by which it takes what others take in the query as parameters of the operations, or not at all. */
  readonly headers?: { readonly namespace: string; readonly wrapTtl: string };
  /** Keys of documents that hold secrets as a rule, at any depth, although the service does not say so. */
  readonly usualSecrets?: readonly string[];
  /** Further keys whose free texts can hold secrets, which agents do not need. */
  readonly freeTexts?: readonly string[];
  /** Variables of the vendor's own tools that choose the server and what it is asked for; none holds a secret. */
  readonly vendorVariables: readonly string[];
  /** It takes the keys of a body in any case; of two that differ only in case the last one counts. */
  readonly anyCase?: true;
  /** Its engines are mounted at paths that a profile may name. */
  readonly mounts?: true;
  /** A right is a path and a capability, so it follows from the request. */
  readonly policiesNamePaths?: true;
  /** The default of `--rate`, in words, where it is not 0. */
  readonly usualRate?: string;
  /** The flags that its commands add (`config/global-flag.ts` has their shape). */
  readonly flags: object;
  readonly products: readonly ProductFacts[];
}
