/** The flags that led to a server: whoever looks at what became of a change has to give them again. */
import { shellWord } from '../services/context.ts';
import type { Globals } from './globals.ts';

/** ` --profile staging --namespace team-a`, or nothing: the environment stays as it is. */
export const serverFlags = (globals: Globals): string => {
  const given = {
    profile: globals.profile,
    'base-url': globals.baseUrl,
    'token-file': globals.tokenFile,
    'ca-file': globals.caFile,
    product: globals.product,
    namespace: globals.namespace,
    region: globals.region,
  };
  return Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : ` --${name} ${shellWord(value)}`))
    .join('');
};
