import type * as NodeCrypto from 'node:crypto';
import type { Painter } from './color.ts';
import { noColor } from './color.ts';
import { hexText } from '../documents/der.ts';
import type { Entry } from './formats/record.ts';
import type { Block } from '../documents/pem.ts';
import { blocksOf, pemOf } from '../documents/pem.ts';
import { alignedText } from './formats/record.ts';
import { safe } from './text/safe.ts';
import { age } from './text/time.ts';
import { rfc3339 } from '../documents/rfc3339.ts';
import type { GeneralName } from '../documents/x509-names.ts';
import { parseCertificate } from '../documents/x509/certificate.ts';
import type { Extensions } from '../documents/x509/extensions.ts';
import { extensionFacts, factText } from '../documents/x509/facts.ts';
import { parseOcspResponse } from '../documents/x509/ocsp.ts';
import { parseRequest } from '../documents/x509/request.ts';
import { parseList } from '../documents/x509/revocation-list.ts';
import { hasPrivateKey, maskedText } from '../catalogue/shown.ts';

type Crypto = typeof NodeCrypto;

const named = 20;

const expiry = (key: string, from: number, until: number, now: number): Entry => {
  const over = until <= now;
  const tone = over ? 'bad' : until - now < (until - from) / 10 ? 'warn' : undefined;
  return { key, text: `${rfc3339(until)} (${over ? 'expired ' : ''}${age(until, now)})`, tone };
};

const namesText = (names: readonly GeneralName[]): string =>
  names.map(({ form, text }) => (form === 'dns' ? text : `${forms[form] ?? form}:${text}`)).join(', ');

const forms: Readonly<Record<string, string>> = { ip: 'IP Address', uri: 'URI', directory: 'DirName' };

const shown = new Set(['subjectAltName']);

const extensionEntries = (extensions: Extensions): readonly Entry[] =>
  extensionFacts(extensions).flatMap(({ name, critical, value, fault }) => {
    if (shown.has(name) && fault === undefined) return [];
    const notes = [
      ...(critical ? ['critical'] : []),
      ...(fault === undefined ? [] : [`not valid: ${factText(fault)}`]),
    ];
    const said = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
    return [{ key: name, text: `${factText(value)}${said}`.trimStart() }];
  });

const certificate = (crypto: Crypto, der: Uint8Array, now: number): readonly Entry[] => {
  const { subject, issuer, serial, notBefore, notAfter, publicKey, algorithm, ...rest } =
    parseCertificate(der);
  const { subjectAltName: names, basicConstraints } = rest.values;
  const fingerprint = crypto.createHash('sha256').update(der).digest();
  return [
    { key: 'Subject', text: subject.text },
    { key: 'Issuer', text: issuer.text },
    { key: 'Serial', text: serial },
    { key: 'Valid from', text: rfc3339(notBefore) },
    expiry('Expires', notBefore, notAfter, now),
    ...(names === undefined ? [] : [{ key: 'Names', text: namesText(names) }]),
    { key: 'Key', text: publicKey.text },
    { key: 'CA', text: basicConstraints?.ca === true ? 'yes' : 'no' },
    { key: 'Version', text: String(rest.version) },
    { key: 'Signature', text: algorithm.text },
    ...extensionEntries(rest),
    { key: 'SHA-256', text: hexText(fingerprint).toUpperCase() },
  ];
};

const revocationList = (der: Uint8Array, now: number): readonly Entry[] => {
  const list = parseList(der);
  const { issuer, thisUpdate, nextUpdate, entries, algorithm } = list;
  const serials = entries
    .slice(0, named)
    .map(({ serial, at, reason }) => `${serial}  ${rfc3339(at)}${reason === undefined ? '' : `  ${reason}`}`);
  if (entries.length > named) serials.push(`and ${entries.length - named} more`);
  return [
    { key: 'Issuer', text: issuer.text },
    { key: 'Updated', text: `${rfc3339(thisUpdate)} (${age(thisUpdate, now)})` },
    ...(nextUpdate === undefined ? [] : [expiry('Next update', thisUpdate, nextUpdate, now)]),
    { key: 'Signature', text: algorithm.text },
    ...extensionEntries(list),
    { key: 'Revoked', text: [String(entries.length), ...serials].join('\n') },
  ];
};

const request = (der: Uint8Array): readonly Entry[] => {
  const parsed = parseRequest(der);
  const { subject, publicKey, algorithm, attributes, values } = parsed;
  const names = values.subjectAltName;
  return [
    { key: 'Subject', text: subject.text },
    ...(names === undefined ? [] : [{ key: 'Names', text: namesText(names) }]),
    { key: 'Key', text: publicKey.text },
    { key: 'Signature', text: algorithm.text },
    ...extensionEntries(parsed),
    ...(attributes.length === 0 ? [] : [{ key: 'Attributes', text: attributes.join(', ') }]),
  ];
};

const response = (der: Uint8Array, now: number): readonly Entry[] => {
  const parsed = parseOcspResponse(der);
  if (typeof parsed === 'string') return [{ key: 'Status', text: parsed, tone: 'bad' }];
  const { responder, producedAt, statuses, algorithm } = parsed;
  return [
    { key: 'Responder', text: typeof responder === 'string' ? responder : responder.text },
    { key: 'Produced', text: `${rfc3339(producedAt)} (${age(producedAt, now)})` },
    { key: 'Signature', text: algorithm.text },
    ...statuses.flatMap(({ serial, status, revokedAt, reason, thisUpdate, nextUpdate }): readonly Entry[] => [
      {
        key: serial,
        text: [status, ...(revokedAt === undefined ? [] : [rfc3339(revokedAt)]), reason ?? '']
          .join(' ')
          .trimEnd(),
        tone: status === 'good' ? 'good' : 'bad',
      },
      ...(nextUpdate === undefined ? [] : [expiry('Next update', thisUpdate, nextUpdate, now)]),
    ]),
    ...extensionEntries(parsed),
  ];
};

const titles: Readonly<Record<string, string>> = {
  CERTIFICATE: 'Certificate',
  'X509 CRL': 'Revocation list',
  'CERTIFICATE REQUEST': 'Certificate request',
  'NEW CERTIFICATE REQUEST': 'Certificate request',
  'OCSP RESPONSE': 'OCSP response',
};

const entriesOf = (crypto: Crypto, { label, der }: Block, now: number): readonly Entry[] | undefined => {
  try {
    if (label === 'CERTIFICATE') return certificate(crypto, der, now);
    if (label === 'X509 CRL') return revocationList(der, now);
    if (label === 'OCSP RESPONSE') return response(der, now);
    return label.endsWith('CERTIFICATE REQUEST') ? request(der) : undefined;
  } catch {
    return undefined;
  }
};

interface CertificateOptions {
  readonly now: number;
  readonly paint?: Painter;
  readonly reveal?: boolean;
  /** At which values wrap; undefined: never. */
  readonly width?: number | undefined;
}

/** Private keys are hidden unless revealed. Parts that cannot be read are printed, safe for a terminal. */
export const describePem = async (pem: string, options: CertificateOptions): Promise<string> => {
  const { now, paint = noColor, reveal = false, width } = options;
  const blocks = blocksOf(pem);
  const asIs = (text: string): string => {
    const shown = !reveal && hasPrivateKey(text) ? maskedText : text;
    return `${safe(shown, { multiline: true }).trimEnd()}\n`;
  };
  if (blocks.length === 0) return asIs(pem);
  const crypto = await import('node:crypto');
  const shown = blocks.map((block) => {
    const entries = entriesOf(crypto, block, now);
    if (entries === undefined) return asIs(block.text);
    const text = alignedText(entries, paint, width === undefined ? undefined : width - 2);
    return `${paint.bold(titles[block.label] ?? block.label)}\n${text.replaceAll(/^/gm, '  ').trimEnd()}\n`;
  });
  return shown.join('\n');
};

export const describeDer = (
  der: Uint8Array,
  kind: 'certificate' | 'crl',
  options: CertificateOptions,
): Promise<string> => describePem(pemOf(kind === 'crl' ? 'X509 CRL' : 'CERTIFICATE', der), options);
