/** Files of `--out DIRECTORY` for issue, sign and generate, whatever the reply's format. */
import { isArray, own, textAt } from '../../documents/json/json.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { childAt, childrenOf, readDer } from '../../documents/der.ts';
import { blocksOf, isPem, pemOf } from '../../documents/pem.ts';
import { isSelfIssuedBy } from '../../documents/x509/certificate.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';
import type { Layout } from './layouts.ts';
import { storeFile, keyStoreOf } from './layouts.ts';
import type { OutputFile } from '../../system/output-folder.ts';
import { hasPrivateKey } from '../../catalogue/shown.ts';

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const joined = (parts: readonly string[]): string => parts.map(ended).join('');

/** PEM labels by the element after the version: an algorithm (PKCS #8), a modulus (PKCS #1), the key (SEC 1). */
const keyLabels: ReadonlyMap<number, string> = new Map([
  [0x30, 'PRIVATE KEY'],
  [0x02, 'RSA PRIVATE KEY'],
  [0x04, 'EC PRIVATE KEY'],
]);

/** The format `der` is base64 without a label; undefined for other text. */
const keyPem = (base64: string): string | undefined => {
  const der = Buffer.from(base64, 'base64');
  try {
    const label = keyLabels.get(childAt(childrenOf(readDer(der)), 1).tag);
    return label === undefined ? undefined : pemOf(label, der);
  } catch {
    return undefined;
  }
};

const asPem = (text: string, label: string): string =>
  isPem(text) ? text : pemOf(label, Buffer.from(text, 'base64'));

/** A bundle holds a key, too: only the block of this kind. */
const blockIn = (text: string | undefined, label: string): string | undefined => {
  if (text === undefined) return undefined;
  return blocksOf(text).find((one) => one.label.endsWith(label))?.text ?? asPem(text, label);
};

const texts = (value: Json | undefined): readonly string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

interface Parts {
  readonly certificate: string | undefined;
  readonly csr: string | undefined;
  readonly key: string | undefined;
  readonly chain: readonly string[];
}

const givenIn = (data: Json | undefined, name: string): string | undefined => textAt(data, name) || undefined;

/** The key is beside the certificate or the request. */
const partsOf = (data: Json | undefined): Parts => {
  const [certificate, csr, key] = ['certificate', 'csr', 'private_key'].map((name) => givenIn(data, name));
  const bundled = [certificate, csr]
    .flatMap((text) => blocksOf(text ?? ''))
    .find(({ label }) => label.endsWith('PRIVATE KEY'));
  const leaf = blockIn(certificate, 'CERTIFICATE');
  const chain = texts(own(data, 'ca_chain'));
  const issuer = chain.length > 0 ? chain : texts(own(data, 'issuing_ca'));
  return {
    certificate: leaf,
    csr: blockIn(csr, 'CERTIFICATE REQUEST'),
    key: key === undefined ? bundled?.text : isPem(key) ? key : keyPem(key),
    // Some servers repeat the certificate in its chain; a root is its own issuer.
    chain: issuer.map((text) => asPem(text, 'CERTIFICATE')).filter((text) => text.trim() !== leaf?.trim()),
  };
};

const file = (name: string, text: string, secret = false): OutputFile => ({
  name,
  bytes: Buffer.from(ended(text)),
  secret,
});

const derFiles = (data: Json | undefined): readonly OutputFile[] => {
  const names = [
    ['certificate', 'cert.der', false],
    ['csr', 'csr.der', false],
    ['private_key', 'key.der', true],
  ] as const;
  return names.flatMap(([field, name, secret]) => {
    const text = givenIn(data, field);
    return text === undefined || isPem(text) ? [] : [{ name, bytes: Buffer.from(text, 'base64'), secret }];
  });
};

export interface Filing {
  readonly layout: Layout;
  readonly newKey?: string | undefined;
  readonly heldKey?: string | undefined;
  readonly storePassword?: string | undefined;
}

const isRoot = (pem: string): boolean => {
  const certificate = firstCertificateIn(pem);
  return certificate !== undefined && isSelfIssuedBy(certificate);
};

/** Clients have their own root and ignore a sent one. */
const sentOf = ({ certificate, chain }: Parts): readonly string[] =>
  certificate === undefined ? [] : [certificate, ...chain.filter((one) => !isRoot(one))];

const joinedFile = (name: string, parts: readonly string[], secret = false): readonly OutputFile[] =>
  parts.length === 0 ? [] : [file(name, joined(parts), secret)];

const serverFiles = (parts: Parts): readonly OutputFile[] => [
  ...joinedFile('fullchain.pem', sentOf(parts)),
  ...joinedFile('privkey.pem', parts.key === undefined ? [] : [parts.key], true),
];

const certbotFiles = (parts: Parts): readonly OutputFile[] => {
  const { certificate, chain } = parts;
  return [
    ...joinedFile('cert.pem', certificate === undefined ? [] : [certificate]),
    ...joinedFile(
      'chain.pem',
      chain.filter((one) => !isRoot(one)),
    ),
    ...serverFiles(parts),
  ];
};

/** Certificate and key in one. */
const singleFile = (parts: Parts, layout: 'haproxy' | 'pkcs12', password: string): readonly OutputFile[] => {
  const { certificate, key } = parts;
  if (certificate === undefined || key === undefined) return [];
  const sent = sentOf(parts);
  return layout === 'haproxy'
    ? joinedFile('haproxy.pem', [...sent, key], true)
    : [{ name: storeFile, bytes: keyStoreOf(key, sent, password), secret: true }];
};

/**
 * `pem`: cert.pem or csr.pem, key.pem, chain.pem, and all in bundle.pem; DER files too with `--format der`.
 * `nginx`: fullchain.pem without the root, privkey.pem, ca.pem. `certbot`: those two, cert.pem, chain.pem.
 * `haproxy`, `pkcs12`: one file. Files with a key have mode 0600.
 */
export const certificateFiles = (
  data: Json | undefined,
  { layout, newKey, heldKey, storePassword = '' }: Filing,
): readonly OutputFile[] => {
  const given = partsOf(data);
  const parts = newKey === undefined ? given : { ...given, key: newKey };
  if (layout === 'haproxy' || layout === 'pkcs12') return singleFile(parts, layout, storePassword);
  if (layout === 'nginx') return [...serverFiles(parts), ...joinedFile('ca.pem', parts.chain)];
  if (layout === 'certbot') return certbotFiles(parts);
  const { certificate, csr, key, chain } = parts;
  const bundled = key ?? heldKey;
  return [
    ...(certificate === undefined ? [] : [file('cert.pem', certificate)]),
    ...(csr === undefined ? [] : [file('csr.pem', csr)]),
    ...(key === undefined ? [] : [file('key.pem', key, true)]),
    ...joinedFile('chain.pem', chain),
    ...(certificate === undefined
      ? []
      : joinedFile(
          'bundle.pem',
          [...(bundled === undefined ? [] : [bundled]), certificate, ...chain],
          bundled !== undefined,
        )),
    ...derFiles(data),
  ];
};

/** The files that are made from a file. */
const companions: Readonly<Record<string, readonly string[]>> = {
  'cert.pem': ['cert.der', 'chain.pem'],
  'key.pem': ['key.der', 'csr.pem', 'csr.der'],
  'csr.pem': ['csr.der'],
};

/** Changes that follow in the folder: DER forms are made again, an earlier chain or request is obsolete. */
export const inStep = (
  files: readonly OutputFile[],
  present: readonly string[],
): { readonly files: readonly OutputFile[]; readonly obsolete: readonly string[] } => {
  const written = new Set(files.map(({ name }) => name));
  const more: OutputFile[] = [];
  const obsolete: string[] = [];
  for (const { name, bytes, secret } of files) {
    for (const companion of companions[name] ?? []) {
      if (written.has(companion) || !present.includes(companion)) continue;
      const [block] = blocksOf(Buffer.from(bytes).toString('latin1'));
      if (companion === name.replace('.pem', '.der') && block !== undefined) {
        more.push({ name: companion, bytes: block.der, secret });
      } else obsolete.push(companion);
    }
  }
  return { files: [...files, ...more], obsolete };
};

const keyBlocks = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY-----\n?/g;

const withoutKeys = (value: Json | undefined): Json | undefined => {
  if (typeof value === 'string') return hasPrivateKey(value) ? value.replaceAll(keyBlocks, '') : value;
  return isArray(value) ? value.map((one) => withoutKeys(one) ?? null) : value;
};

export const keyIn = (document: Json): string | undefined => partsOf(own(document, 'data')).key;

export const withoutPrivateKey = (document: Json): Json => {
  const data = own(document, 'data');
  if (typeof data !== 'object' || data === null || isArray(data)) return document;
  const kept: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(data)) {
    if (name !== 'private_key') kept[name] = withoutKeys(value);
  }
  return { ...(document as JsonObject), data: kept };
};

export const holdsPrivateKey = (document: Json): boolean => {
  const data = own(document, 'data');
  return (
    givenIn(data, 'private_key') !== undefined ||
    ['certificate', 'csr'].some((name) => hasPrivateKey(textAt(data, name) ?? ''))
  );
};
