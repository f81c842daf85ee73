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

/** The key is beside the certificate or the request. */
const partsOf = (data: Json | undefined): Parts => {
  const certificate = textAt(data, 'certificate');
  const csr = textAt(data, 'csr');
  const given = textAt(data, 'private_key');
  const blocks = blocksOf([certificate, csr].filter((text) => text !== undefined).join('\n'));
  const bundled = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'))?.text;
  const key = given === undefined || given === '' || isPem(given) ? given || bundled : keyPem(given);
  const chain = texts(own(data, 'ca_chain'));
  const issuer = chain.length > 0 ? chain : texts(own(data, 'issuing_ca'));
  const leaf =
    certificate === undefined
      ? undefined
      : (blocksOf(certificate).find(({ label }) => label === 'CERTIFICATE')?.text ??
        (isPem(certificate) ? certificate : asPem(certificate, 'CERTIFICATE')));
  return {
    certificate: leaf,
    csr:
      csr === undefined
        ? undefined
        : (blocksOf(csr).find(({ label }) => label.endsWith('REQUEST'))?.text ??
          asPem(csr, 'CERTIFICATE REQUEST')),
    key,
    // Some servers repeat the certificate in its chain; a root is its own issuer.
    chain: issuer
      .map((text) => asPem(text, 'CERTIFICATE'))
      .filter((text) => leaf === undefined || text.trim() !== leaf.trim()),
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
    const text = textAt(data, field);
    return text === undefined || text === '' || isPem(text)
      ? []
      : [{ name, bytes: Buffer.from(text, 'base64'), secret }];
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
const nginxFiles = ({ certificate, key, chain }: Parts): readonly OutputFile[] => [
  ...(certificate === undefined
    ? []
    : [file('fullchain.pem', joined([certificate, ...chain.filter((one) => !isRoot(one))]))]),
  ...(key === undefined || key === '' ? [] : [file('privkey.pem', key, true)]),
  ...(chain.length === 0 ? [] : [file('ca.pem', joined(chain))]),
];

const certbotFiles = (parts: Parts): readonly OutputFile[] => {
  const chain = parts.chain.filter((one) => !isRoot(one));
  return [
    ...(parts.certificate === undefined ? [] : [file('cert.pem', parts.certificate)]),
    ...(chain.length === 0 ? [] : [file('chain.pem', joined(chain))]),
    ...nginxFiles(parts).filter(({ name }) => name !== 'ca.pem'),
  ];
};

const haproxyFiles = ({ certificate, key, chain }: Parts): readonly OutputFile[] =>
  certificate === undefined || key === undefined || key === ''
    ? []
    : [file('haproxy.pem', joined([certificate, ...chain.filter((one) => !isRoot(one)), key]), true)];

const storeFiles = ({ certificate, key, chain }: Parts, password: string): readonly OutputFile[] =>
  certificate === undefined || key === undefined || key === ''
    ? []
    : [
        {
          name: storeFile,
          bytes: keyStoreOf(key, [certificate, ...chain.filter((one) => !isRoot(one))], password),
          secret: true,
        },
      ];

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
  if (layout === 'nginx') return nginxFiles(parts);
  if (layout === 'certbot') return certbotFiles(parts);
  if (layout === 'haproxy') return haproxyFiles(parts);
  if (layout === 'pkcs12') return storeFiles(parts, storePassword);
  const { certificate, csr, key, chain } = parts;
  const files: OutputFile[] = [];
  if (certificate !== undefined) files.push(file('cert.pem', certificate));
  if (csr !== undefined) files.push(file('csr.pem', csr));
  if (key !== undefined && key !== '') files.push(file('key.pem', key, true));
  if (chain.length > 0) files.push(file('chain.pem', joined(chain)));
  if (certificate !== undefined) {
    const bundled = key === undefined || key === '' ? heldKey : key;
    const blocks = [...(bundled === undefined ? [] : [bundled]), certificate, ...chain];
    files.push(file('bundle.pem', joined(blocks), bundled !== undefined));
  }
  return [...files, ...derFiles(data)];
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

export const keyIn = (document: Json): string | undefined => partsOf(own(document, 'data')).key || undefined;

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
  const key = textAt(data, 'private_key');
  return (
    (key !== undefined && key !== '') ||
    ['certificate', 'csr'].some((name) => hasPrivateKey(textAt(data, name) ?? ''))
  );
};
