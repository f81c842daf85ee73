/** Which engines a sandbox starts with, and in which namespaces. */
import type { LeaseRequest } from './engine.ts';
import type { MountSettings, Mounts } from './mounts.ts';

/** The namespace that is there besides the root. */
export const DEMO_NAMESPACE = 'team-a';

const TEN_YEARS = 315_360_000;
const PLAIN: MountSettings = { description: '', defaultLease: 0, longestLease: 0 };
const AUTHORITY: MountSettings = { ...PLAIN, longestLease: TEN_YEARS };

/** A lease by the name that the examples of the help use; the account that it stands for is gone already. */
export const DEMO_LEASE: LeaseRequest = {
  path: 'ldap/creds/dev',
  name: '6RTn03IVuCawEFIfPC64Qlhu',
  seconds: 3600,
  renewable: true,
  maximum: 86_400,
  end: () => undefined,
};

/** The mounts of the root namespace; the service cannot be without the documents' own, `--empty` or not. */
export function mountRoot(mounts: Mounts, empty: boolean): void {
  mounts.add('pki', 'pki', AUTHORITY, empty);
  mounts.add('ldap', 'ldap', PLAIN, empty);
  // The document's {cloud_mount}, and the name that the vendors' clients look for.
  mounts.add('cloud', 'aws', PLAIN, empty);
  mounts.alias('aws', 'cloud');
  if (empty) return;
  mounts.add('pki_int', 'pki', { ...AUTHORITY, description: 'intermediate authority' }, false);
  mounts.add('pki_old', 'pki', { ...AUTHORITY, description: 'authority to be retired' }, false);
  mounts.add('pki_new', 'pki', { ...AUTHORITY, description: 'authority to be generated' }, true);
}

/** The demo namespace has one mount, so that a missing one can be seen too. */
export function mountDemoNamespace(mounts: Mounts): void {
  mounts.add('pki', 'pki', AUTHORITY, false);
}
