import type { Json } from '../json/json.ts';
import { rfc3339 } from '../rfc3339.ts';
import { hexText } from '../der.ts';
import type { GeneralName } from '../x509-names.ts';
import type { Extensions } from './extensions.ts';
import { extensionValue } from './extensions.ts';

const prefixes: Readonly<Record<string, string>> = {
  dns: 'DNS',
  email: 'email',
  ip: 'IP',
  uri: 'URI',
  directory: 'directory',
  other: 'other',
  unknown: 'unknown',
};

const isName = (value: object): value is GeneralName =>
  'form' in value && 'text' in value && 'bytes' in value;

const nameText = ({ form, text, bytes }: GeneralName): string => {
  const isNetwork = form === 'ip' && bytes.length === 8;
  const shown = isNetwork ? `${bytes.subarray(0, 4).join('.')}/${bytes.subarray(4).join('.')}` : text;
  return `${prefixes[form] ?? form}:${shown}`;
};

/** Writes names as `DNS:www.example.com`, octets in hex, times in RFC 3339. */
const plain = (value: unknown): Json => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return rfc3339(value.getTime());
  if (value instanceof Uint8Array) return hexText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return null;
  if (isName(value)) return nameText(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => one !== undefined && key !== 'empty')
      .map(([key, one]) => [key, plain(one)]),
  );
};

interface ExtensionFact {
  readonly [key: string]: Json;
  readonly name: string;
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Json;
}

export const extensionFacts = (extensions: Extensions): readonly ExtensionFact[] =>
  extensions.all.map((extension) => {
    const { oid, name, critical, der, fault } = extension;
    const value = fault === undefined ? extensionValue(extension) : undefined;
    return {
      name,
      oid,
      critical,
      value: value === undefined ? hexText(der) : plain(value),
      ...(fault === undefined ? {} : { fault }),
    };
  });

export const factText = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(factText).join(', ');
  const entries = Object.entries(value);
  const [only] = entries;
  if (only !== undefined && entries.length === 1) return factText(only[1]);
  return entries.map(([key, one]) => `${key} ${factText(one)}`.trimEnd()).join('; ');
};
