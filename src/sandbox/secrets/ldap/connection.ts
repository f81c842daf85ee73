import { EngineError } from '../engine.ts';
import { wrapped } from '../routes.ts';
import type { Configuration, Schema } from './configuration.ts';
import { searchAttribute } from './configuration.ts';
import type { Directory, Entry } from './directory.ts';
import { DirectoryError, invalidCredentials } from './directory.ts';
import { account, USER_DN } from './directory-entries.ts';
import { leafOf } from './distinguished-name.ts';
import { generatePassword } from './passwords.ts';

/** Nothing listens here: simulates a server that is down. */
const CLOSED_PORT = '1';

const PASSWORD_ATTRIBUTE: Readonly<Record<Schema, string>> = {
  openldap: 'userPassword',
  ad: 'unicodePwd',
  racf: 'racfPassword',
};

/** Active Directory: quoted, UTF-16LE. */
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

  findAccount(username: string): Entry {
    this.bind();
    const found = this.#accountsNamed(username);
    const [entry] = found;
    if (entry === undefined || found.length > 1) {
      throw new DirectoryError(`expected one matching entry, but received ${found.length}`);
    }
    return entry;
  }

  /** As another server's directory had it. */
  adoptBind(): void {
    const { bindDn, bindPassword, upnDomain } = this.require();
    if (upnDomain === '') this.directory.adopt(account(bindDn, leafOf(bindDn)[1], bindPassword));
    else this.#adopt(`cn=${bindDn},${USER_DN}`, bindPassword, 'userPrincipalName', `${bindDn}@${upnDomain}`);
  }

  adoptAccount(username: string, dn = ''): void {
    const { userDn } = this.require();
    if (dn === '' && this.#accountsNamed(username).length > 0) return;
    const [attribute, value] = this.#searched(username);
    this.#adopt(dn || `cn=${username},${userDn || USER_DN}`, `initial-${username}`, attribute, value);
  }

  #adopt(dn: string, password: string, attribute: string, value: string): void {
    const { attributes } = account(dn, leafOf(dn)[1], password);
    this.directory.adopt({ dn, attributes: new Map([...attributes, [attribute.toLowerCase(), [value]]]) });
  }

  #searched(username: string): readonly [attribute: string, value: string] {
    const { upnDomain } = this.require();
    const attribute = searchAttribute(this.require());
    const isPrincipal = attribute.toLowerCase() === 'userprincipalname' && !username.includes('@');
    return [attribute, isPrincipal && upnDomain !== '' ? `${username}@${upnDomain}` : username];
  }

  #accountsNamed(username: string): readonly Entry[] {
    return this.directory.search(this.require().userDn, ...this.#searched(username));
  }

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
