/** `--header`: headers for a gateway in front of a server. Which names and values are allowed, and how they are named. */
import { usageError } from '../system/error.ts';
import type { SecretPair } from '../catalogue/parameter.ts';

export interface GatewayHeader {
  readonly name: string;
  readonly value: string;
  /** The variable that stands for the value in `--dry-run` and `--curl`. */
  readonly variable: string;
  /** `NAME=env:VARIABLE` or `NAME=@file`: gives the header again without its value. */
  readonly again: string;
}

/** Headers of the token, of message framing, of the connection, and those that a proxy would consume. */
const never =
  /^(?:authorization|x-vault-token|x-nomad-token|host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|sec-websocket-.*)$/;

/** Headers that trivet sets to be able to read the reply; a raw request may replace them. */
const usual =
  /^(?:accept|accept-encoding|content-type|user-agent|idempotency-key|x-vault-(?:namespace|request|wrap-ttl|wrap-format|index|inconsistent|forward)|x-nomad-.*)$/;

/**
 * Checks the headers; messages do not repeat values.
 * @param raw true for `trivet api`, where the user writes the request
 * @throws TrivetError usage
 */
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
