import { EngineError } from '../engine.ts';
import type { AlternativeNames } from './alternative-names.ts';
import { NO_NAMES, decodeNames } from './alternative-names.ts';
import { readConstraints, signStructure } from './certificate.ts';
import { explicit, integer, oid, sequence, setOf, TAG } from './der.ts';
import { childrenOf, decode, elementsIn, readBits, readNamedBits, readOid } from './der-reader.ts';
import type { Extension } from './extensions.ts';
import { EXTENSION, decodeExtensions, encodeExtension } from './extensions.ts';
import type { KeyDescription, KeyPair } from './keys.ts';
import { describeSpki, verifyBytes } from './keys.ts';
import { commonNameOf, serialNumberOf } from './names.ts';
import { pemBlocks } from './pem.ts';

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

export interface SigningRequest {
  readonly subject: Buffer;
  readonly commonName: string;
  readonly serialNumber: string;
  readonly spki: Buffer;
  readonly key: KeyDescription;
  readonly extensions: readonly Extension[];
  readonly names: AlternativeNames;
  readonly usage: readonly number[];
  readonly asksAuthority: boolean;
}

export function createRequest(subject: Buffer, key: KeyPair, extensions: readonly Extension[]): Buffer {
  const list = sequence(...extensions.map((extension) => encodeExtension(extension)));
  const attributes = extensions.length === 0 ? [] : [sequence(oid(EXTENSION_REQUEST), setOf(list))];
  return signStructure([integer(0), subject, key.spki, explicit(0, ...attributes)], key);
}

function extensionsOf(attributes: Buffer): readonly Extension[] {
  for (const attribute of elementsIn(attributes)) {
    const [type, values] = childrenOf(attribute);
    if (readOid(type) !== EXTENSION_REQUEST) continue;
    const [list] = childrenOf(values, TAG.set);
    return list === undefined ? [] : decodeExtensions(list.raw);
  }
  return [];
}

function decodeRequest(der: Buffer): SigningRequest {
  const [body, algorithm, signature] = childrenOf(decode(der));
  const [, subject, spki, attributes] = childrenOf(body);
  if (body === undefined || subject === undefined || spki === undefined) {
    throw new Error('the request is not complete');
  }
  const key = describeSpki(spki.raw);
  if (key === undefined) throw new Error('unsupported public key');
  if (!verifyBytes(spki.raw, readOid(childrenOf(algorithm)[0]), body.raw, readBits(signature))) {
    throw new Error('request signature invalid');
  }
  const extensions = attributes?.tag === 0xa0 ? extensionsOf(attributes.content) : [];
  const valueOf = (id: string): Buffer | undefined => extensions.find((entry) => entry.oid === id)?.value;
  const names = valueOf(EXTENSION.alternativeNames);
  const usage = valueOf(EXTENSION.keyUsage);
  const constraints = valueOf(EXTENSION.basicConstraints);
  return {
    subject: subject.raw,
    commonName: commonNameOf(subject.raw),
    serialNumber: serialNumberOf(subject.raw),
    spki: spki.raw,
    key,
    extensions,
    names: names === undefined ? NO_NAMES : decodeNames(names),
    usage: usage === undefined ? [] : readNamedBits(usage),
    asksAuthority: constraints !== undefined && readConstraints(constraints).authority,
  };
}

/** Checks the signature. */
export function readRequest(text: string): SigningRequest {
  if (text === '') throw new EngineError(400, '"csr" is empty');
  const block = pemBlocks(text).find(({ label }) => /^(?:NEW )?CERTIFICATE REQUEST$/.test(label));
  if (block === undefined) throw new EngineError(400, 'csr contains no data');
  try {
    return decodeRequest(block.der);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(400, `certificate request could not be parsed: ${reason}`);
  }
}
