/** A profile as it is stored, its tokens masked. */
import { Exit, localError, TrivetError } from '../../model/error.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { serviceNames } from '../../model/product.ts';
import type { Column } from '../../model/view.ts';
import { readProfiles } from '../../profiles/profile-file.ts';
import type { Profile, TokenSource } from '../../profiles/profile.ts';
import { ownRecord } from '../own-view.ts';
import type { Workflow } from '../workflow.ts';

/** What may be shown of a token source: everything but the token. */
const masked = (token: TokenSource): JsonObject => {
  switch (token.kind) {
    case 'stored':
      return { kind: 'stored', value: '********' };
    case 'environment':
      return { kind: 'environment', name: token.name };
    case 'file':
      return { kind: 'file', path: token.path };
    case 'command':
      return { kind: 'command', argv: [...token.argv] };
  }
};

export const shownProfile = (name: string, profile: Profile, current: boolean): JsonObject => {
  const shown: Record<string, Json | undefined> = { name, current, organization: profile.organization };
  for (const service of serviceNames) {
    const one = profile[service];
    if (one === undefined) continue;
    const { token, mounts, ...rest } = one;
    shown[service] = {
      ...rest,
      ...(token === undefined ? {} : { token: masked(token) }),
      ...(mounts === undefined ? {} : { mounts: { ...mounts } }),
    };
  }
  return shown;
};

const columns = [
  { header: 'name', path: 'name' },
  { header: 'current', path: 'current', format: 'yes-no' },
  { header: 'organization', path: 'organization' },
  ...serviceNames.flatMap((service): readonly Column[] => [
    { header: `${service} url`, path: `${service}.url` },
    { header: `${service} product`, path: `${service}.product` },
    { header: `${service} token`, path: `${service}.token.kind` },
    { header: `${service} namespace`, path: `${service}.namespace` },
    { header: `${service} ca file`, path: `${service}.caFile` },
    { header: `${service} client cert`, path: `${service}.clientCert` },
    { header: `${service} client key`, path: `${service}.clientKey` },
    { header: `${service} server name`, path: `${service}.serverName` },
    { header: `${service} allow http`, path: `${service}.allowHttp`, format: 'yes-no' },
  ]),
  ...['pki', 'ldap', 'cloud'].map((engine) => ({
    header: `${engine} mount`,
    path: `secrets.mounts.${engine}`,
  })),
  { header: 'jobs region', path: 'jobs.region' },
] as const;

const run: Workflow = async ({ session, presenter, input }) => {
  const file = readProfiles(session.world);
  const name = typeof input['name'] === 'string' ? input['name'] : file.current;
  if (name === undefined) throw localError('no profile is current', 'Choose one: trivet profile use NAME.');
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile === undefined) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See trivet profile list.',
    });
  }
  const shown = shownProfile(name, profile, name === file.current);
  await presenter.showDocument(ownRecord(columns, 'name'), shown, [shown]);
  return 0;
};

export default run;
