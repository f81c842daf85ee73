/** The credential store of Linux desktops, by `secret-tool`, and `dbus-send` for its lock. */
import { localError } from '../../system/error.ts';
import type { CredentialStoreTools, CredentialStore } from '../tokens/credential-store.ts';

const title = 'Secret Service';

const nameOf = (id: string): readonly string[] => ['application', 'trivet', 'token', id];

const isLocked = async ({ run }: CredentialStoreTools): Promise<boolean | undefined> => {
  const { exit, stdout } = await run([
    'dbus-send',
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets/aliases/default',
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ]);
  const said = /\bboolean (true|false)\b/.exec(stdout)?.[1];
  return exit !== 0 || said === undefined ? undefined : said === 'true';
};

const locked = () =>
  localError(
    `${title} is locked, and nobody can be asked to unlock it`,
    'Unlock it, or log in on its desktop.',
  );

/** Whether there is an item. `search` prints a locked item without its secret. */
const found = async (
  tools: CredentialStoreTools,
  id: string,
): Promise<'none' | 'locked' | { readonly token: string }> => {
  const { exit, stdout } = await tools.run(['secret-tool', 'search', ...nameOf(id)]);
  if (exit !== 0) throw localError(`${title} cannot be reached`);
  const token = /^secret = (.*)$/m.exec(stdout)?.[1];
  if (token !== undefined) return { token };
  return /^\[/m.test(stdout) ? 'locked' : 'none';
};

export const secretService = (tools: CredentialStoreTools): CredentialStore => ({
  title,
  read: async (id) => {
    const item = await found(tools, id);
    if (item === 'none') return undefined;
    if (item !== 'locked') return item.token;
    if (!tools.asks) throw locked();
    const { exit, stdout } = await tools.run(['secret-tool', 'lookup', ...nameOf(id)]);
    if (exit !== 0) throw localError(`${title} stays locked`, 'Unlock it with its password.');
    return stdout;
  },
  store: async (id, token, label) => {
    if (!tools.asks) {
      const state = await isLocked(tools);
      if (state === undefined)
        throw localError(`${title} does not say whether it is locked, and nobody can be asked`);
      if (state) throw locked();
    }
    const { exit } = await tools.run(['secret-tool', 'store', '--label', label, ...nameOf(id)], token);
    if (exit !== 0) throw localError(`${title} did not take the token`);
  },
  erase: async (id) => {
    const item = await found(tools, id);
    if (item === 'none') return;
    if (item === 'locked' && !tools.asks) throw locked();
    const { exit } = await tools.run(['secret-tool', 'clear', ...nameOf(id)]);
    if (exit !== 0) throw localError(`${title} did not remove the token`);
  },
});
