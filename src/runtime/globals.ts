/** The global flags as parsed: what every floor above needs to know of them. */
import type { ResolutionFlags } from '../profiles/endpoint.ts';
import type { FormatName } from '../render/formats.ts';

export interface Globals extends ResolutionFlags {
  readonly output?: FormatName | undefined;
  readonly query?: string | undefined;
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly out?: string | undefined;
  /** `--out` of a command whose reply is several files: the directory that takes them; `out` is then undefined. */
  readonly outFolder?: string | undefined;
  readonly reveal: boolean;
  /** Milliseconds; undefined: the operation's own. */
  readonly timeout?: number | undefined;
  readonly yes: boolean;
  readonly noInput: boolean;
  readonly dryRun: boolean;
  readonly curl: boolean;
  readonly validate: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly color: 'auto' | 'always' | 'never';
  /** `--wrap-ttl`, `--fail-on-warning` of the secrets service. */
  readonly wrapTtl?: string | undefined;
  readonly failOnWarning: boolean;
}

/** True when the user chose something of a document: for commands whose output is none, and so refuse it. */
export const choosesOfDocument = ({ query, field, fields }: Globals): boolean =>
  (query ?? field ?? fields) !== undefined;
