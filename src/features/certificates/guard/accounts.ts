/** Accounts by the names that a fleet uses. */
import { readFile } from 'node:fs/promises';
import type { FileAccess } from '../../../system/safe-file.ts';

interface NamedAccess {
  readonly owner?: string | undefined;
  readonly group?: string | undefined;
  readonly mode?: string | undefined;
}

const idOf = async (file: string, name: string | undefined): Promise<number | string | undefined> => {
  if (name === undefined) return undefined;
  if (/^\d{1,9}$/.test(name)) return Number(name);
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const id = lines.map((line) => line.split(':')).find(([one]) => one === name)?.[2];
  return id === undefined ? `${file} has no "${name}": give the number` : Number(id);
};

export const accessOf = async ({
  owner,
  group,
  mode,
}: NamedAccess): Promise<FileAccess | string | undefined> => {
  if (owner === undefined && group === undefined && mode === undefined) return undefined;
  const uid = await idOf('/etc/passwd', owner);
  if (typeof uid === 'string') return `owner: ${uid}`;
  const gid = await idOf('/etc/group', group);
  if (typeof gid === 'string') return `group: ${gid}`;
  const bits = mode === undefined ? undefined : Number.parseInt(mode, 8);
  if (bits !== undefined && (!/^0?[0-7]{3}$/.test(mode ?? '') || (bits & 0o027) !== 0)) {
    return 'mode: expected octal digits that give others nothing and the group at most reading, such as 0640';
  }
  const own = process.getuid?.();
  if (own !== undefined && own !== 0) {
    if (uid !== undefined && uid !== own) return 'owner: only root can give files to another user';
    if (gid !== undefined && gid !== process.getgid?.() && process.getgroups?.().includes(gid) === false)
      return 'group: only root can give files to a group that you are not in';
  }
  return { uid, gid, mode: bits };
};
