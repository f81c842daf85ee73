/** `NOMAD_*`: the address that Nomad's own tool would use. It has no files. */
import { localError } from '../../model/error.ts';
import { parseBaseUrl, withSuffix } from '../../profiles/base-url.ts';
import type { Candidate, PemPlan } from '../../profiles/candidate.ts';
import type { Sourced } from '../../profiles/endpoint.ts';
import type { Surroundings } from '../../world/surroundings.ts';
import { firstSet, refuseSkipVerify } from '../../profiles/environment.ts';
import { textPlan } from '../../profiles/tokens/token-plan.ts';

/** The address of jobs in the vendor's variables; undefined unless NOMAD_ADDR is set. */
export const nomadCandidate = ({ env }: Surroundings): Candidate | undefined => {
  const find = (suffix: string): Sourced<string> | undefined => firstSet(env, [`NOMAD_${suffix}`]);
  const address = find('ADDR');
  if (address === undefined) return undefined;
  refuseSkipVerify(env, ['NOMAD_SKIP_VERIFY']);
  if (find('HTTP_AUTH') !== undefined) {
    throw localError(
      'NOMAD_HTTP_AUTH is set, but trivet does not send HTTP basic authentication',
      'Unset NOMAD_HTTP_AUTH, and use an address that does not ask for it.',
    );
  }
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
