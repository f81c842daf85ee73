/** Makes the output of `--dry-run` and `--curl` from the request that would be sent. */
import { curlText } from '../../http/format/curl.ts';
import { dryRun, dryRunText } from '../../http/format/describe.ts';
import type { Destination } from '../../catalogue/http.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { saysJson } from '../../output/formats/formats.ts';
import type { Globals } from '../given-globals.ts';
import type { Call } from '../../services/call.ts';

const fileOf = (
  call: Call,
  given: string | undefined,
  kind: 'CA_FILE' | 'CLIENT_CERT' | 'CLIENT_KEY',
): string => given ?? `$TRIVET_${call.operation.service.toUpperCase()}_${kind}`;

export const requestDocument = (
  { request }: Call,
  target: Destination,
  { curl, output }: Globals,
): JsonObject | undefined =>
  curl || !saysJson(output) ? undefined : { request: { ...dryRun(request, target) } };

export const requestText = (call: Call, target: Destination, globals: Globals): string => {
  const { request, server } = call;
  if (!globals.curl) return dryRunText(request, target);
  const { tls } = server.endpoint;
  return `${curlText(request, target, {
    ...(tls.ca === undefined ? {} : { caFile: fileOf(call, globals.caFile, 'CA_FILE') }),
    ...(tls.cert === undefined ? {} : { certFile: fileOf(call, undefined, 'CLIENT_CERT') }),
    ...(tls.key === undefined ? {} : { keyFile: fileOf(call, undefined, 'CLIENT_KEY') }),
  })}\n`;
};
