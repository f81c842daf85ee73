/** The credential store of macOS, by `security`, with commands on its standard input, which nobody else reads. */
import { localError } from '../../system/error.ts';
import type { CredentialStoreTools, CredentialStore } from '../tokens/credential-store.ts';

const title = 'Keychain';
const service = 'trivet';

/** The exit code of `security` if there is no such item. */
const absent = 44;

const longest = 4000;

const failure = (what: string, exit: number | undefined) =>
  localError(
    `${title} ${what} (${exit === undefined ? 'a signal' : `exit code ${exit}`})`,
    'Over ssh it is locked: security unlock-keychain opens it.',
  );

export const keychain = ({ run }: CredentialStoreTools): CredentialStore => {
  const read = async (id: string): Promise<string | undefined> => {
    const { exit, stdout } = await run(['security', 'find-generic-password', '-a', id, '-s', service, '-w']);
    if (exit === absent) return undefined;
    if (exit !== 0) throw failure('did not give the token', exit);
    return Buffer.from(stdout.trim(), 'base64').toString('utf8');
  };
  return {
    title,
    read,
    store: async (id, token, label) => {
      // Base64 has no character that the reader of commands treats specially.
      const value = Buffer.from(token, 'utf8').toString('base64');
      const line = `add-generic-password -U -a ${id} -s ${service} -l "${label.replaceAll(/["\\]/g, '')}" -w ${value}\n`;
      if (line.length > longest) throw localError(`the token is too long for ${title}`);
      // `security -i` does not report failed commands in its exit code.
      const { exit } = await run(['security', '-i'], line);
      if ((await read(id)) !== token) throw failure('did not take the token', exit);
    },
    erase: async (id) => {
      const { exit } = await run(['security', 'delete-generic-password', '-a', id, '-s', service]);
      if (exit !== 0 && exit !== absent) throw failure('did not remove the token', exit);
    },
  };
};
