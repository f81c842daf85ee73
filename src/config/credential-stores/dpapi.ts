/** The credential store of Windows, by PowerShell: files that only this user can open, on this machine. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localError } from '../../system/error.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { writeSafely } from '../../system/safe-file.ts';
import { errorCode } from '../../system/system-error.ts';
import { configFolder } from '../../system/config-folder.ts';
import type { CredentialStoreTools, CredentialStore } from '../tokens/credential-store.ts';

const title = 'DPAPI';

const script = (what: 'Protect' | 'Unprotect'): string => {
  const bytes = (text: string): string =>
    what === 'Protect' ? `[Text.Encoding]::UTF8.GetBytes(${text})` : `[Convert]::FromBase64String(${text})`;
  return [
    "$ErrorActionPreference='Stop'",
    'Add-Type -AssemblyName System.Security',
    `$given=${bytes('[Console]::In.ReadToEnd()')}`,
    `$made=[Security.Cryptography.ProtectedData]::${what}($given,$null,'CurrentUser')`,
    '[Console]::Out.Write([Convert]::ToBase64String($made))',
  ].join(';');
};

export const dpapi = ({ run, surroundings }: CredentialStoreTools): CredentialStore => {
  const powershell = async (what: 'Protect' | 'Unprotect', input: string): Promise<string> => {
    const { exit, stdout } = await run(
      ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', script(what)],
      input,
    );
    if (exit !== 0 || stdout === '')
      throw localError(`${title} failed: PowerShell did not ${what.toLowerCase()} the token`);
    return stdout.trim();
  };
  const folder = join(configFolder(surroundings) ?? '', 'kept');
  const fileOf = (id: string): string => join(folder, id);
  return {
    title,
    read: async (id) => {
      const sealed = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      });
      if (sealed === undefined) return undefined;
      return Buffer.from(await powershell('Unprotect', sealed), 'base64').toString('utf8');
    },
    store: async (id, token) => {
      const sealed = await powershell('Protect', token);
      makeFolder(folder);
      await writeSafely(fileOf(id), Buffer.from(sealed), { mode: 0o600 });
    },
    erase: (id) => rm(fileOf(id), { force: true }),
  };
};
