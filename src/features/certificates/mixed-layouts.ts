/** Warns of files of other layouts in a folder, since a renewal replaces only those of one. */
import { readdir } from 'node:fs/promises';
import type { Session } from '../../run/session/session.ts';
import type { Layout } from './layouts.ts';
import { layoutFiles, storeFile } from './layouts.ts';
import { certificateNames, keyNames } from './verify/folder-content.ts';

export const layoutHeldBy = (file: string, files: readonly string[]): Layout => {
  if (file === 'cert.pem') return files.includes('fullchain.pem') ? 'certbot' : 'pem';
  if (file === 'fullchain.pem') return 'nginx';
  if (file === 'haproxy.pem') return 'haproxy';
  return file === storeFile ? 'pkcs12' : 'pem';
};

/** Files with a certificate or key that a renewal of the layout would leave as they are. */
export const filesBeside = (layout: Layout, files: readonly string[]): readonly string[] =>
  [...new Set([...certificateNames, ...keyNames])].filter(
    (name) => files.includes(name) && !layoutFiles[layout].all.includes(name),
  );

/** Warns of files that would keep a folder from being renewed. @param names of the files to be written */
export const warnOfMixture = async (
  { reporter }: Session,
  folder: string,
  names: readonly string[],
): Promise<void> => {
  const present = await readdir(folder).catch((): string[] => []);
  const holder = certificateNames.find((name) => present.includes(name));
  if (holder === undefined) return;
  const found = layoutHeldBy(holder, present);
  const beside = filesBeside(found, names);
  if (beside.length === 0) return;
  reporter.warn(
    `${folder} has a certificate with the layout ${found}: pki renew refuses it once ${beside.join(', ')} are in it, too (--layout ${found} writes its files)`,
  );
};
