/** Who can log in to a new sandbox. */
import type { PrincipalName } from '../../contract.ts';

interface Person {
  readonly password: string;
  readonly role: PrincipalName;
  /** Base32: a passcode is needed, too. */
  readonly totp?: string;
}

export const PEOPLE: Readonly<Record<string, Readonly<Record<string, Person>>>> = {
  userpass: {
    alice: { password: 'alice-password', role: 'operator' },
    carol: { password: 'carol-password', role: 'operator', totp: 'JBSWY3DPEHPK3PXP' },
  },
  ldap: { bob: { password: 'bob-password', role: 'reader' } },
};

export const BROWSER_ROLE = 'people';
export const DEVICE_ROLE = 'devices';

interface Machine {
  readonly name: string;
  readonly role: PrincipalName;
  readonly secret: string;
  /** Requests that its tokens allow; 0: any number. */
  readonly uses: number;
}

export const APPROLES: Readonly<Record<string, Machine>> = {
  'ci-role-id': { name: 'ci', role: 'operator', secret: 'ci-secret-id', uses: 0 },
  'few-role-id': { name: 'few', role: 'operator', secret: 'few-secret-id', uses: 3 },
};

export const CERTIFICATE = { name: 'machine', role: 'operator' } as const;

/** The first is the default. */
export const ROLES: Readonly<Record<string, Readonly<Record<string, PrincipalName>>>> = {
  jwt: { ci: 'operator', reader: 'reader' },
  kubernetes: { app: 'reader' },
};
