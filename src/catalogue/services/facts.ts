/** Facts about a service that every command knows: settings, flags, products. */
export const editions = ['enterprise', 'community'] as const;

export type Edition = (typeof editions)[number];

interface Versions {
  readonly since?: string;
  readonly until?: string;
  readonly edition?: Edition;
}

export type Decided = boolean | Versions;

export interface ProductFacts<Decision extends string = string> {
  readonly product: string;
  readonly title: string;
  readonly supports: Readonly<Record<Decision, Decided>>;
}

export interface ServiceFacts {
  /** The family, beside `generic`, which every service has. */
  readonly family: string;
  /** The server that most clients expect in its place: a product, with its version or edition. */
  readonly usualProduct?: string;
  /** The end of the documents' {base_url}, which vendors' addresses lack. */
  readonly suffix: string;
  /** The beginning of documented paths, so a base URL must not end in it. */
  readonly inPaths?: string;
  /** Settings that a request may need. `shared`: the variable and the setting lack the service's name. */
  readonly context: Readonly<Partial<Record<'organization' | 'namespace' | 'region', 'own' | 'shared'>>>;
  /** The namespace of requests that name none. */
  readonly defaultNamespace?: string;
  /** Headers for what other services take in the query or not at all. */
  readonly headers?: { readonly namespace: string; readonly wrapTtl: string };
  /** Keys that usually hold secrets, at any depth, although the service does not say so. */
  readonly usualSecrets?: readonly string[];
  /** Free texts that can hold secrets, and that agents do not need. */
  readonly freeTexts?: readonly string[];
  /** Variables of the vendor's tools that choose server and scope; none is a secret. */
  readonly vendorVariables: readonly string[];
  /** Body keys are accepted in any case; of two that differ only in case the last one counts. */
  readonly anyCase?: true;
  /** Whether engines are mounted at paths, which a profile may name. */
  readonly mounts?: true;
  /** Whether a right is a path and a capability. */
  readonly policiesNamePaths?: true;
  readonly usualRate?: string;
  readonly flags: object;
  readonly products: readonly ProductFacts[];
}
