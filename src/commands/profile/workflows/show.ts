import { Exit, localError, TrivetError } from '../../../system/error.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import type { CredentialStoreChoice, Profile, TokenSource } from '../../../config/file/profile.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const formatCredentialStore = (store: CredentialStoreChoice): Json =>
  typeof store === 'string' ? store : { argv: [...store.argv] };

const masked = (token: TokenSource): JsonObject => {
  switch (token.kind) {
    case 'stored':
      return { kind: 'stored', value: '********' };
    case 'kept':
      return { kind: 'kept', keeper: formatCredentialStore(token.keeper), id: token.id };
    case 'environment':
      return { kind: 'environment', name: token.name };
    case 'file':
      return { kind: 'file', path: token.path };
    case 'command':
      return { kind: 'command', argv: [...token.argv] };
  }
};

const formatProfile = (name: string, profile: Profile, current: boolean): JsonObject => {
  const shown: Record<string, Json | undefined> = { name, current, organization: profile.organization };
  if (profile.readOnly !== undefined) shown['readOnly'] = profile.readOnly;
  if (profile.protected !== undefined) shown['protected'] = profile.protected;
  if (profile.tokenKeeper !== undefined) shown['tokenKeeper'] = formatCredentialStore(profile.tokenKeeper);
  if (profile.receiptDays !== undefined) shown['receiptDays'] = profile.receiptDays;
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

export const listProfiles: Workflow = async ({ command, session, presenter }) => {
  const { profiles, current } = readProfiles(session.io);
  const all = Object.entries(profiles).map(([name, profile]) =>
    formatProfile(name, profile, name === current),
  );
  await presenter.showDocument(ownView(command), all, all);
  return 0;
};

export const showProfile: Workflow<Readonly<{ name?: string | undefined }>> = async ({
  command,
  session,
  presenter,
  input,
}) => {
  const file = readProfiles(session.io);
  const name = input.name ?? file.current;
  if (name === undefined)
    throw localError('there is no current profile', 'Choose one: trivet profile use NAME');
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile === undefined) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See the profiles: trivet profile list',
    });
  }
  const shown = formatProfile(name, profile, name === file.current);
  await presenter.showDocument(ownView(command), shown, [shown]);
  return 0;
};
