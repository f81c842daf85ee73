/** `NOMAD_*`: the address of Nomad's own tool, which has no files. */
import { parseBaseUrl, withSuffix } from '../../config/base-url.ts';
import type { EndpointCandidate, PemPlan } from '../../config/candidate.ts';
import type { Sourced } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { firstSet, refuseSkipVerify, refuseUnheeded, unusedIn } from '../../system/environment.ts';
import type { Instead } from '../../system/environment.ts';
import { textPlan } from '../../config/tokens/unread-token.ts';

export const nomadRefused: Instead = {
  NOMAD_HTTP_AUTH: 'use an address that does not ask for HTTP basic authentication',
};

/** The prefix NOMAD_VAR_name is for job files, so it is not refused. */
export const nomadUnused: Instead = {
  NOMAD_CLI_NO_COLOR: 'set NO_COLOR',
  NOMAD_CLI_FORCE_COLOR: 'set FORCE_COLOR',
};

export const nomadCandidate = ({ env }: Surroundings): EndpointCandidate | undefined => {
  const find = (suffix: string): Sourced<string> | undefined => firstSet(env, [`NOMAD_${suffix}`]);
  const address = find('ADDR');
  if (address === undefined) return undefined;
  refuseSkipVerify(env, ['NOMAD_SKIP_VERIFY']);
  refuseUnheeded(env, nomadRefused);
  const pem = (suffix: string): PemPlan | undefined => {
    const file = find(suffix);
    return file && { kind: 'file', path: file.value, source: file.source };
  };
  const folder = find('CAPATH');
  const token = find('TOKEN');
  return {
    kind: 'vendor',
    label: address.source,
    url: {
      ...parseBaseUrl(withSuffix(address.value, 'jobs'), address.source, 'jobs'),
      source: address.source,
    },
    token: token && textPlan(token.value, token.source),
    remarks: unusedIn(env, nomadUnused),
    product: { value: 'nomad', source: address.source },
    tls: {
      ca: pem('CACERT') ?? (folder && { kind: 'folder', path: folder.value, source: folder.source }),
      cert: pem('CLIENT_CERT'),
      key: pem('CLIENT_KEY'),
      serverName: find('TLS_SERVER_NAME'),
    },
    context: { namespace: find('NAMESPACE'), region: find('REGION') },
  };
};
