/** The headers of `--header` as requests carry them. */
import type { Secret } from '../http/http.ts';
import { mayBeSecret } from '../http/shown-headers.ts';
import { perObject } from '../model/per-object.ts';
import type { Endpoint } from '../profiles/endpoint.ts';

interface Gateway {
  readonly headers: Readonly<Record<string, string>>;
  /** Their values, each with the variable that stands for it where a request is shown. */
  readonly secrets: readonly Secret[];
}

/** What the gateway in front of this endpoint wants; an endpoint that was not resolved has none. */
export const gatewayOf = perObject(({ headers }: Endpoint): Gateway => ({
  headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  secrets: headers
    .filter(({ name, value }) => value !== '' && mayBeSecret(name))
    .map(({ variable, value }) => ({ name: variable, value })),
}));
