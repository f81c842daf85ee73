/** Connects the engine to its directory: configuration, bind, account search, password changes. */
import { EngineError } from '../engine.ts';
import { wrapped } from '../routes.ts';
import type { Configuration, Schema } from './configuration.ts';
import { searchAttribute } from './configuration.ts';
import type { Directory, Entry } from './directory.ts';
import { DirectoryError, invalidCredentials } from './directory.ts';
import { generatePassword } from './passwords.ts';

/** Simulates a server that is down: nothing listens on this port. */
const CLOSED_PORT = '1';

const PASSWORD_ATTRIBUTE: Readonly<Record<Schema, string>> = {
  openldap: 'userPassword',
  ad: 'unicodePwd',
  racf: 'racfPassword',
};

/** Active Directory expects a quoted password in UTF-16LE. */
function encode(schema: Schema, password: string): string {
  return schema === 'ad' ? Buffer.from(`"${password}"`, 'utf16le').toString('utf8') : password;
}

function accepts({ attributes }: Entry, password: string): boolean {
  return (Object.keys(PASSWORD_ATTRIBUTE) as Schema[]).some((schema) =>
    (attributes.get(PASSWORD_ATTRIBUTE[schema].toLowerCase()) ?? []).includes(encode(schema, password)),
  );
}

function isReachable(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^ldaps?:$/.test(parsed.protocol) && parsed.port !== CLOSED_PORT;
}

export class Connection {
  readonly directory: Directory;
  configuration: Configuration | undefined;

  constructor(directory: Directory) {
    this.directory = directory;
  }

  require(): Configuration {
    if (this.configuration === undefined) {
      throw new EngineError(500, wrapped('the config is currently unset'));
    }
    return this.configuration;
  }

  newPassword(): string {
    return generatePassword(this.require());
  }

  /** Tries the servers in order; the bind entry must have the configured password. */
  bind(): Entry {
    const { url, bindDn, bindPassword, upnDomain } = this.require();
    const urls = url.split(',').map((one) => one.trim());
    if (!urls.some(isReachable)) {
      throw new DirectoryError(
        `error connecting to host "${urls.at(-1) ?? ''}": LDAP Result Code 200 "Network Error": connection refused`,
      );
    }
    const entries =
      upnDomain === ''
        ? this.#entriesNamed(bindDn)
        : this.directory.search('', 'userPrincipalName', `${bindDn}@${upnDomain}`);
    const [entry] = entries;
    if (entry === undefined || !accepts(entry, bindPassword)) throw invalidCredentials();
    return entry;
  }

  /** Searches for the account below `userdn` with `userattr`. */
  findAccount(username: string): Entry {
    const configuration = this.require();
    this.bind();
    const attribute = searchAttribute(configuration);
    const isPrincipal = attribute.toLowerCase() === 'userprincipalname' && !username.includes('@');
    const value =
      isPrincipal && configuration.upnDomain !== '' ? `${username}@${configuration.upnDomain}` : username;
    const found = this.directory.search(configuration.userDn, attribute, value);
    const [entry] = found;
    if (entry === undefined || found.length > 1) {
      throw new DirectoryError(`expected one matching entry, but received ${found.length}`);
    }
    return entry;
  }

  /** Sets the schema's password attribute and removes the others, so that no old password remains. */
  changePassword(dn: string, password: string): void {
    const { schema } = this.require();
    this.bind();
    const { attributes } = this.directory.entry(dn);
    const held = Object.values(PASSWORD_ATTRIBUTE).filter((name) => attributes.has(name.toLowerCase()));
    this.directory.modify(dn, [
      ...held.map((attribute) => ({ operation: 'delete' as const, attribute, values: [] })),
      { operation: 'replace', attribute: PASSWORD_ATTRIBUTE[schema], values: [encode(schema, password)] },
    ]);
  }

  #entriesNamed(dn: string): readonly Entry[] {
    try {
      return [this.directory.entry(dn)];
    } catch (error) {
      if (error instanceof DirectoryError) return [];
      throw error;
    }
  }
}
