/** `--header`: headers for a gateway in front of a server. */
import { usageError } from '../system/error.ts';
import type { SecretPair } from '../catalogue/parameter.ts';

export interface GatewayHeader {
  readonly name: string;
  readonly value: string;
  readonly variable: string;
  /** The form for printed commands: `NAME=env:VARIABLE` or `NAME=@file`. */
  readonly again: string;
}

/** Headers for the token, message framing and the connection, and those that a proxy consumes. */
const never =
  /^(?:authorization|x-vault-token|x-nomad-token|host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|sec-websocket-.*)$/;

/** Headers that trivet sets to read the reply; a raw request may replace them. */
const usual =
  /^(?:accept|accept-encoding|content-type|user-agent|idempotency-key|x-vault-(?:namespace|request|wrap-ttl|wrap-format|index|inconsistent|forward)|x-nomad-.*)$/;

/** @param raw for `trivet api`, where the user writes the request */
export const gatewayHeaders = (
  given: readonly SecretPair[] | undefined,
  raw: boolean,
): readonly GatewayHeader[] => {
  const names = new Set<string>();
  return (given ?? []).map(({ key, value, source }) => {
    const name = key.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
      throw usageError('--header: the header name contains a character that is not allowed');
    }
    if (never.test(name) || (!raw && usual.test(name))) {
      throw usageError(
        `--header: ${key} is set by trivet itself`,
        '--header is for headers that a gateway in front of the server asks for.',
      );
    }
    if (!/^[\t -~]*$/.test(value)) {
      throw usageError(`--header: the value of ${key} contains a character that is not allowed`);
    }
    if (names.has(name)) throw usageError(`--header ${key} was given twice`);
    names.add(name);
    const own = `TRIVET_HEADER_${name.replaceAll(/[^a-z0-9]+/g, '_').toUpperCase()}`;
    const variable = source?.startsWith('env:') === true ? source.slice(4) : own;
    return { name, value, variable, again: `${key}=${source ?? `env:${own}`}` };
  });
};
