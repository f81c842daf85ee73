/** Refuses to separate a certificate from its key, since it is useless beside another one. */
import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { localError } from '../../../system/error.ts';
import { textAt } from '../../../documents/json/json.ts';
import { generate } from '../../../commands/pki/operations/intermediate.ts';
import { issue } from '../../../commands/pki/operations/issue.ts';
import { blocksOf } from '../../../documents/pem.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { piecesIn } from '../../../documents/x509/contents.ts';
import type { ParsedRequest } from '../../../documents/x509/request.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import type { OutputFile } from '../../../system/output-folder.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { layoutFiles, layoutOf } from '../layouts.ts';
import { newKeyOf } from '../new-key.ts';
import { fileContent, readIn } from './folder-content.ts';

const derForms = ['pkcs8', 'sec1', 'pkcs1'] as const;

/** In a file of a key alone, PEM or DER. */
export const privateKeyIn = (bytes: Buffer): KeyObject | undefined => {
  const { key } = fileContent('', bytes);
  if (key !== undefined) return key.key;
  for (const type of derForms) {
    try {
      return createPrivateKey({ key: bytes, format: 'der', type });
    } catch {
      continue;
    }
  }
  return undefined;
};

type Coming =
  /** The key comes with the reply. */
  | { readonly kind: 'comes' }
  | { readonly kind: 'stays' }
  | { readonly kind: 'given'; readonly owner: ParsedCertificate | ParsedRequest | undefined };

const ownerIn = (text: string): ParsedCertificate | ParsedRequest | undefined =>
  piecesIn(Buffer.from(text)).flatMap((one) =>
    one.kind === 'certificate' || one.kind === 'request' ? [one.document] : [],
  )[0];

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
  return { kind: 'given', owner: ownerIn(given('csr')) ?? ownerIn(given('certificate')) };
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

export const keyLostIn = (
  folder: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
): string | undefined => {
  const next = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const name of [...next.keys(), ...obsolete]) {
    const present = readIn(folder, name);
    const fresh = next.get(name) ?? Buffer.alloc(0);
    if (present === undefined || Buffer.compare(present, fresh) === 0) continue;
    const keys = keyBlocksIn(present);
    const left = keyBlocksIn(fresh);
    // It is not PEM, or another file has the name of a key's file.
    if (keys.length === 0 ? keyNames.has(name) : keys.some((key) => !left.includes(key))) return name;
  }
  return undefined;
};

const elsewhere = 'Choose another folder, or move that file away.';

/** The key of the request, if the folder already has it in its bundle. */
export const heldKey = (context: OperationContext, folder: string): string | undefined => {
  const coming = comingKey(context);
  const bundle = coming.kind === 'given' ? readIn(folder, 'bundle.pem') : undefined;
  if (coming.kind !== 'given' || coming.owner === undefined || bundle === undefined) return undefined;
  const { key } = fileContent('bundle.pem', bundle);
  return key?.key !== undefined && belongs(coming.owner, key.key) ? key.pem : undefined;
};

/** Fails with exit 3 if a key does not match the new certificate or request, or a certificate a new key. */
export const refuseOtherKey = (context: OperationContext, folder: string): void => {
  const coming = comingKey(context);
  if (isRequest(context) && readIn(folder, 'cert.pem') !== undefined) {
    throw localError(
      `${join(folder, 'cert.pem')} would not match the new key, whose request is not signed yet`,
      elsewhere,
    );
  }
  if (coming.kind === 'comes') return;
  for (const name of layoutFiles[layoutOf(context.input)].keys) {
    const path = join(folder, name);
    const bytes = readIn(folder, name);
    if (bytes === undefined) continue;
    if (coming.kind === 'stays') {
      throw localError(`${path} would not match: this key stays on the server`, elsewhere);
    }
    const present = privateKeyIn(bytes);
    if (present === undefined || coming.owner === undefined) {
      context.session.reporter.warn(`${path} cannot be compared with the request`);
    } else if (!belongs(coming.owner, present)) {
      throw localError(
        `${path} is not the key of this request, so the certificate would not match it`,
        elsewhere,
      );
    }
  }
};
