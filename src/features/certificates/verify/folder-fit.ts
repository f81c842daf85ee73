/** A certificate is useless next to another key. */
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../../system/error.ts';
import { textAt } from '../../../documents/json/json.ts';
import { generate } from '../../../commands/pki/operations/intermediate.ts';
import { issue } from '../../../commands/pki/operations/issue.ts';
import { childAt, childrenOf, readDer } from '../../../documents/der.ts';
import { blocksOf } from '../../../documents/pem.ts';
import type { OutputFile } from '../../../system/output-folder.ts';
import { errorCode, readFailure } from '../../../system/system-error.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { layoutFiles, layoutOf } from '../layouts.ts';
import { newKeyOf } from '../new-key.ts';

const maxBytes = 1024 * 1024;

/** Undefined if missing. */
const opened = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw localError(`${path} ${readFailure(error)}`, undefined, error);
  }
};

export const readIn = async (folder: string, name: string): Promise<Buffer | undefined> => {
  const path = join(folder, name);
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > maxBytes) throw localError(`${path} is not a PEM file`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

type PublicKey = Buffer | undefined;

const attempt = (read: () => Buffer): PublicKey => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const spki = (der: Uint8Array): Buffer =>
  createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }).export({
    format: 'der',
    type: 'spki',
  });

/** PKCS #10: version, subject, public key. */
const keyOfRequest = (pem: string): PublicKey =>
  attempt(() => {
    const block = blocksOf(pem).find(({ label }) => label.endsWith('CERTIFICATE REQUEST'));
    const [info] = childrenOf(readDer(block?.der ?? Buffer.alloc(0)));
    return spki(childAt(info === undefined ? [] : childrenOf(info), 2, 0x30).whole);
  });

const keyOfCertificate = (pem: string): PublicKey =>
  attempt(() => new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' }));

const keyOfPrivateKey = (bytes: Buffer): PublicKey => {
  const forms = ['pkcs8', 'sec1', 'pkcs1'] as const;
  const pem = attempt(() => createPublicKey(bytes).export({ format: 'der', type: 'spki' }));
  return forms.reduce(
    (found, type) =>
      found ??
      attempt(() =>
        createPublicKey(createPrivateKey({ key: bytes, format: 'der', type })).export({
          format: 'der',
          type: 'spki',
        }),
      ),
    pem,
  );
};

type Coming =
  /** With the reply. */
  | { readonly kind: 'comes' }
  | { readonly kind: 'stays' }
  | { readonly kind: 'given'; readonly key: PublicKey };

const comingKey = ({ operation, input, options }: OperationContext): Coming => {
  const given = (name: string): string => {
    const value = input[name];
    return typeof value === 'string' ? value : (textAt(options.base, name) ?? '');
  };
  const type = given('type');
  if (operation.id === issue.id || type === 'exported' || newKeyOf(input) !== undefined) {
    return { kind: 'comes' };
  }
  if (type !== '') return { kind: 'stays' };
  return { kind: 'given', key: keyOfRequest(given('csr')) ?? keyOfCertificate(given('certificate')) };
};

const isRequest = ({ operation }: OperationContext): boolean => operation.id === generate.id;

export const namesToWrite = (context: OperationContext): readonly string[] => {
  const key = comingKey(context).kind === 'comes';
  const layout = layoutOf(context.input);
  if (layout !== 'pem') {
    const { all, keys } = layoutFiles[layout];
    return all.filter((name) => key || !keys.includes(name));
  }
  return [
    ...(isRequest(context) ? ['csr.pem', 'csr.der'] : ['cert.pem', 'chain.pem', 'bundle.pem', 'cert.der']),
    ...(key ? ['key.pem', 'key.der'] : []),
  ];
};

const keyNames: ReadonlySet<string> = new Set(Object.values(layoutFiles).flatMap(({ keys }) => keys));

const keyBlocksIn = (bytes: Uint8Array): readonly string[] =>
  blocksOf(Buffer.from(bytes).toString('latin1')).flatMap(({ label, text }) =>
    label.endsWith('PRIVATE KEY') ? [text] : [],
  );

/** Undefined if each key stays. */
export const keyLostIn = async (
  folder: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
): Promise<string | undefined> => {
  const next = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const name of [...next.keys(), ...obsolete]) {
    const present = await readIn(folder, name);
    const fresh = next.get(name) ?? Buffer.alloc(0);
    if (present === undefined || Buffer.compare(present, fresh) === 0) continue;
    const keys = keyBlocksIn(present);
    const left = keyBlocksIn(fresh);
    // Not PEM, or another file with a key's name.
    if (keys.length === 0 ? keyNames.has(name) : keys.some((key) => !left.includes(key))) return name;
  }
  return undefined;
};

const elsewhere = 'Choose another folder, or move that file away.';

const keyInBundle = (bundle: Buffer | undefined, key: PublicKey): string | undefined => {
  const text = blocksOf(bundle?.toString('latin1') ?? '').find(({ label }) =>
    label.endsWith('PRIVATE KEY'),
  )?.text;
  if (text === undefined || key === undefined) return undefined;
  return keyOfPrivateKey(Buffer.from(text))?.equals(key) === true ? text : undefined;
};

export const heldKey = async (context: OperationContext, folder: string): Promise<string | undefined> => {
  const coming = comingKey(context);
  return coming.kind === 'given' ? keyInBundle(await readIn(folder, 'bundle.pem'), coming.key) : undefined;
};

/**
 * Exit 3 for a key that does not match the new certificate or request, or a certificate that does not match a new
 * key.
 */
export const refuseOtherKey = async (context: OperationContext, folder: string): Promise<void> => {
  const coming = comingKey(context);
  if (isRequest(context) && (await readIn(folder, 'cert.pem')) !== undefined) {
    throw localError(
      `${join(folder, 'cert.pem')} would not match the new key, whose request is not signed yet`,
      elsewhere,
    );
  }
  if (coming.kind === 'comes') return;
  for (const name of layoutFiles[layoutOf(context.input)].keys) {
    const path = join(folder, name);
    const bytes = await readIn(folder, name);
    if (bytes === undefined) continue;
    if (coming.kind === 'stays') {
      throw localError(`${path} would not match: this key stays on the server`, elsewhere);
    }
    const present = keyOfPrivateKey(bytes);
    if (present === undefined || coming.key === undefined) {
      context.session.reporter.warn(`${path} cannot be compared with the request`);
    } else if (!present.equals(coming.key)) {
      throw localError(
        `${path} is not the key of this request, so the certificate would not match it`,
        elsewhere,
      );
    }
  }
};
