/** Key stores (PKCS #12), written like keytool and openssl do: PBES2 with AES-256 and HMAC-SHA-256. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  pbkdf2Sync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { der, derSet, oid, sequence } from './der-writer.ts';
import type { Der } from './der.ts';
import { childAt, childrenOf, oidText, readDer } from './der.ts';
import { hashes } from './x509/oids.ts';

const ids = {
  data: '1.2.840.113549.1.7.1',
  encrypted: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKey: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
  tripleDes: '1.2.840.113549.1.12.1.3',
} as const;

const ciphers: Readonly<Record<string, readonly [name: string, keyLength: number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  [ids.aes256]: ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
};

const hmacs: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  [ids.hmacSha256]: 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

export class StoreError extends Error {}

const iterations = 10_000;
/** More iterations would take minutes. */
const mostIterations = 10_000_000;

const integer = (value: number): Uint8Array => {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
};

const numberIn = (element: Der): number => {
  const value = element.body.reduce((sum, octet) => sum * 256 + octet, 0);
  if (value < 1 || value > mostIterations) throw new StoreError('it requires too many iterations');
  return value;
};

/** Derives by RFC 7292, appendix B: 1 is for keys, 2 for initial values, 3 for checksums. */
const derived = (
  hash: string,
  password: string,
  { salt, count, id, length }: { salt: Uint8Array; count: number; id: number; length: number },
): Buffer => {
  const block = hash === 'sha384' || hash === 'sha512' ? 128 : 64;
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const repeated = (bytes: Uint8Array): Buffer =>
    bytes.length === 0 ? Buffer.alloc(0) : Buffer.alloc(block * Math.ceil(bytes.length / block), bytes);
  const input = Buffer.concat([repeated(salt), repeated(text)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length;) {
    let digest = createHash(hash).update(Buffer.alloc(block, id)).update(input).digest();
    for (let round = 1; round < count; round += 1) digest = createHash(hash).update(digest).digest();
    parts.push(digest);
    made += digest.length;
    const add = Buffer.alloc(block, digest);
    for (let start = 0; start < input.length; start += block) {
      let carry = 1;
      for (let place = block - 1; place >= 0; place -= 1) {
        const sum = (input[start + place] ?? 0) + (add[place] ?? 0) + carry;
        input[start + place] = sum & 255;
        carry = sum >> 8;
      }
    }
  }
  return Buffer.concat(parts).subarray(0, length);
};

const decrypted = (algorithm: Der, password: string, content: Uint8Array): Buffer => {
  const [type, parameters] = childrenOf(algorithm);
  const scheme = type === undefined ? '' : oidText(type);
  if (parameters === undefined) throw new StoreError('its encryption has no parameters');
  let [name, key, initial]: [string, Uint8Array, Uint8Array] = ['', Buffer.alloc(0), Buffer.alloc(0)];
  if (scheme === ids.pbes2) {
    const [derivation, cipher] = childrenOf(parameters).map(childrenOf);
    const [how, inputs] = derivation ?? [];
    const [what, vector] = cipher ?? [];
    const found = what === undefined ? undefined : ciphers[oidText(what)];
    if (
      how === undefined ||
      oidText(how) !== ids.pbkdf2 ||
      inputs === undefined ||
      found === undefined ||
      vector === undefined
    ) {
      throw new StoreError('its encryption is not supported');
    }
    const parts = childrenOf(inputs);
    const mac = parts.find(({ tag }) => tag === 0x30);
    const hash = mac === undefined ? 'sha1' : hmacs[oidText(childAt(childrenOf(mac), 0, 0x06))];
    if (hash === undefined) throw new StoreError('its encryption is not supported');
    name = found[0];
    key = pbkdf2Sync(
      password,
      childAt(parts, 0, 0x04).body,
      numberIn(childAt(parts, 1, 0x02)),
      found[1],
      hash,
    );
    initial = vector.body;
  } else if (scheme === ids.tripleDes) {
    const parts = childrenOf(parameters);
    const [salt, count] = [childAt(parts, 0, 0x04).body, numberIn(childAt(parts, 1, 0x02))];
    name = 'des-ede3-cbc';
    key = derived('sha1', password, { salt, count, id: 1, length: 24 });
    initial = derived('sha1', password, { salt, count, id: 2, length: 8 });
  } else throw new StoreError(`its encryption is not supported (${scheme})`);
  try {
    const decipher = createDecipheriv(name, key, initial);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    throw new StoreError('the password is wrong');
  }
};

interface Store {
  readonly certificates: readonly Uint8Array[];
  readonly keys: readonly Uint8Array[];
}

/** JKS and JCEKS begin with these octets. */
const isOfJava = (bytes: Uint8Array): boolean =>
  ['feedfeed', 'cececece'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));

export const isStore = (bytes: Uint8Array): boolean => {
  if (isOfJava(bytes)) return true;
  try {
    const [version, safe] = childrenOf(readDer(bytes));
    if (version?.tag !== 0x02 || version.octet(0) !== 3 || safe?.tag !== 0x30) return false;
    return oidText(childAt(childrenOf(safe), 0, 0x06)) === ids.data;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const checkMac = (mac: Der, password: string, content: Uint8Array): void => {
  const parts = childrenOf(mac);
  const info = childrenOf(childAt(parts, 0, 0x30));
  const hash = hashes[oidText(childAt(childrenOf(childAt(info, 0, 0x30)), 0, 0x06))];
  if (hash === undefined) throw new StoreError('its checksum is not supported');
  const count = parts[2] === undefined ? 1 : numberIn(parts[2]);
  const wanted = childAt(info, 1, 0x04).body;
  const salt = childAt(parts, 1, 0x04).body;
  const key = derived(hash, password, { salt, count, id: 3, length: wanted.length });
  const found = createHmac(hash, key).update(content).digest();
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) {
    throw new StoreError('the password is wrong');
  }
};

const contentOf = (info: Der, password: string): Uint8Array => {
  const [type, content] = childrenOf(info);
  const kind = type === undefined ? '' : oidText(type);
  if (content === undefined) throw new StoreError('a part of it is empty');
  if (kind === ids.data) return content.inner().body;
  if (kind !== ids.encrypted) throw new StoreError(`a part of it is of an unknown kind (${kind})`);
  const inner = childrenOf(childAt(childrenOf(content.inner()), 1, 0x30));
  return decrypted(childAt(inner, 1, 0x30), password, childAt(inner, 2).body);
};

export const openStore = (bytes: Uint8Array, password: string): Store => {
  if (isOfJava(bytes))
    throw new StoreError(
      'only Java reads its format (JKS); keytool -importkeystore -deststoretype pkcs12 converts it',
    );
  const parts = childrenOf(readDer(bytes));
  const content = childAt(childrenOf(childAt(parts, 1, 0x30)), 1, 0xa0).inner().body;
  const mac = parts[2];
  if (mac !== undefined) checkMac(mac, password, content);
  const store = { certificates: [] as Uint8Array[], keys: [] as Uint8Array[] };
  for (const info of childrenOf(readDer(content))) {
    for (const bag of childrenOf(readDer(contentOf(info, password)))) {
      const [type, held] = childrenOf(bag);
      const kind = type === undefined ? '' : oidText(type);
      const value = held?.inner();
      if (value === undefined) continue;
      if (kind === ids.certificateBag) {
        store.certificates.push(childAt(childrenOf(value), 1, 0xa0).inner().body);
      } else if (kind === ids.keyBag) store.keys.push(value.whole);
      else if (kind === ids.shroudedKeyBag) {
        const [algorithm, sealed] = childrenOf(value);
        if (algorithm !== undefined && sealed !== undefined) {
          store.keys.push(decrypted(algorithm, password, sealed.body));
        }
      }
    }
  }
  return store;
};

const octets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes);

const encrypted = (password: string, content: Uint8Array): readonly [Uint8Array, Uint8Array] => {
  const [salt, initial] = [randomBytes(16), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(password, salt, iterations, 32, 'sha256'), initial);
  const algorithm = sequence(
    oid(ids.pbes2),
    sequence(
      sequence(
        oid(ids.pbkdf2),
        sequence(octets(salt), integer(iterations), sequence(oid(ids.hmacSha256), der(0x05))),
      ),
      sequence(oid(ids.aes256), octets(initial)),
    ),
  );
  return [algorithm, Buffer.concat([cipher.update(content), cipher.final()])];
};

const bag = (id: string, value: Uint8Array, attributes: readonly Uint8Array[]): Uint8Array =>
  sequence(oid(id), der(0xa0, value), ...(attributes.length === 0 ? [] : [derSet(...attributes)]));

/** Writes one key (PKCS #8) with its certificate and CAs, all in DER. */
export const writeStore = (
  { key, certificates, name }: { key: Uint8Array; certificates: readonly Uint8Array[]; name: string },
  password: string,
): Uint8Array => {
  const [own = Buffer.alloc(0)] = certificates;
  // Java finds the chain of a key by this identifier.
  const link = sequence(oid(ids.localKey), derSet(octets(createHash('sha1').update(own).digest())));
  const called = der(0x1e, Buffer.from(name, 'utf16le').swap16());
  const attributes = [sequence(oid(ids.friendlyName), derSet(called)), link];
  const bags = certificates.map((one, index) =>
    bag(
      ids.certificateBag,
      sequence(oid(ids.certificate), der(0xa0, octets(one))),
      index === 0 ? attributes : [],
    ),
  );
  const [certificatesBy, sealed] = encrypted(password, sequence(...bags));
  const [keyBy, shrouded] = encrypted(password, key);
  const keyBag = bag(ids.shroudedKeyBag, sequence(keyBy, octets(shrouded)), attributes);
  const safe = sequence(
    sequence(
      oid(ids.encrypted),
      der(0xa0, sequence(integer(0), sequence(oid(ids.data), certificatesBy, der(0x80, sealed)))),
    ),
    sequence(oid(ids.data), der(0xa0, octets(sequence(keyBag)))),
  );
  const salt = randomBytes(16);
  const macKey = derived('sha256', password, { salt, count: iterations, id: 3, length: 32 });
  const digest = createHmac('sha256', macKey).update(safe).digest();
  return sequence(
    integer(3),
    sequence(oid(ids.data), der(0xa0, octets(safe))),
    sequence(
      sequence(sequence(oid(ids.sha256), der(0x05)), octets(digest)),
      octets(salt),
      integer(iterations),
    ),
  );
};
