/** `vault@1.19+ent`, `nomad`, `otf`. */
import type { DialectData } from './data.ts';
import { createDialect } from './dialect.ts';
import type { Dialects } from './dialects.ts';
import { NOMAD } from './jobs.ts';
import { OPENBAO, VAULT } from './secrets.ts';
import { HCP_TERRAFORM, OTF, TERRAFORM_ENTERPRISE } from './workspaces.ts';

const ALL: readonly DialectData[] = [HCP_TERRAFORM, TERRAFORM_ENTERPRISE, OTF, VAULT, OPENBAO, NOMAD];

const GENERIC = 'generic';

/** Throws for an unknown product or version, and for two products of one service. */
export function dialectsNamed(specs: readonly string[]): Dialects {
  const found: { -readonly [Name in keyof Dialects]: Dialects[Name] } = {};
  for (const spec of specs.flatMap((list) => list.split(',')).map((one) => one.trim())) {
    if (spec === GENERIC || spec === '') continue;
    const [, product = '', version, edition] =
      /^([a-z-]+)(?:@(\d+(?:\.\d+){0,2}))?(\+ent)?$/.exec(spec) ?? [];
    const data = ALL.find((one) => one.product === product);
    if (data === undefined) {
      throw new Error(
        `product '${spec}': not one of ${[GENERIC, ...ALL.map((one) => one.product)].join(', ')}`,
      );
    }
    if (edition !== undefined && !data.editions) throw new Error(`product '${spec}': ${product} has no +ent`);
    if (version !== undefined && data.version === '')
      throw new Error(`product '${spec}': ${product} has no versions`);
    const before = found[data.service];
    if (before !== undefined)
      throw new Error(`product '${spec}': ${before.name} already serves ${data.service}`);
    // Versions on the wire have three numbers.
    const given =
      version === undefined ? data.version : [...version.split('.'), '0', '0'].slice(0, 3).join('.');
    found[data.service] = createDialect(data, { version: given, enterprise: edition !== undefined });
  }
  return found;
}
