/** Who can log in to a new sandbox, and as whom. */
import type { PrincipalName } from '../../contract.ts';

interface Person {
  readonly password: string;
  readonly role: PrincipalName;
  /** In base32: this person also needs a passcode. */
  readonly totp?: string;
}

/** By the path of the method. */
export const PEOPLE: Readonly<Record<string, Readonly<Record<string, Person>>>> = {
  userpass: {
    alice: { password: 'alice-password', role: 'operator' },
    carol: { password: 'carol-password', role: 'operator', totp: 'JBSWY3DPEHPK3PXP' },
  },
  ldap: { bob: { password: 'bob-password', role: 'reader' } },
};

/** The default role of the log-in in a browser, and the one for log-ins that are confirmed on another device. */
export const BROWSER_ROLE = 'people';
export const DEVICE_ROLE = 'devices';

interface Machine {
  readonly name: string;
  readonly role: PrincipalName;
  readonly secret: string;
  /** Requests that its tokens are good for; 0: any number. */
  readonly uses: number;
}

/** By role ID. */
export const APPROLES: Readonly<Record<string, Machine>> = {
  'ci-role-id': { name: 'ci', role: 'operator', secret: 'ci-secret-id', uses: 0 },
  'few-role-id': { name: 'few', role: 'operator', secret: 'few-secret-id', uses: 3 },
};

/** The role of the client certificate that the authority of the sandbox signs. */
export const CERTIFICATE = { name: 'machine', role: 'operator' } as const;

/** Roles that an identity can take; the first is the default. */
export const ROLES: Readonly<Record<string, Readonly<Record<string, PrincipalName>>>> = {
  jwt: { ci: 'operator', reader: 'reader' },
  kubernetes: { app: 'reader' },
};
