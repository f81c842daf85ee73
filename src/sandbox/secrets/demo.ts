import type { LeaseRequest } from './engine.ts';
import type { MountSettings, Mounts } from './mounts.ts';

/** The only namespace besides the root. */
export const DEMO_NAMESPACE = 'team-a';

const TEN_YEARS = 315_360_000;
const PLAIN: MountSettings = { description: '', defaultLease: 0, longestLease: 0 };
const AUTHORITY: MountSettings = { ...PLAIN, longestLease: TEN_YEARS };

/** Named in examples of the help; its account no longer exists. */
export const DEMO_LEASE: LeaseRequest = {
  path: 'ldap/creds/dev',
  name: '6RTn03IVuCawEFIfPC64Qlhu',
  seconds: 3600,
  renewable: true,
  maximum: 86_400,
  end: () => undefined,
};

/** Even with `--empty`: the documents assume these mounts. */
export function mountRoot(mounts: Mounts, empty: boolean): void {
  mounts.add('pki', 'pki', AUTHORITY, empty);
  mounts.add('ldap', 'ldap', PLAIN, empty);
  // The document's {cloud_mount}, and the vendors' name for it.
  mounts.add('cloud', 'aws', PLAIN, empty);
  mounts.alias('aws', 'cloud');
  if (empty) return;
  mounts.add('pki_int', 'pki', { ...AUTHORITY, description: 'intermediate authority' }, false);
  mounts.add('pki_old', 'pki', { ...AUTHORITY, description: 'authority to be retired' }, false);
  mounts.add('pki_new', 'pki', { ...AUTHORITY, description: 'authority to be generated' }, true);
}

export function mountDemoNamespace(mounts: Mounts): void {
  mounts.add('pki', 'pki', AUTHORITY, false);
}
