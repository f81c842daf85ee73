/** test/seeds/2-secrets.md, section 2.2, certificate outputs. */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { Certificate } from './certificate.ts';
import type { KeyPair } from './keys.ts';
import { pkcs8Pem, privateKeyDer, privateKeyPem } from './keys.ts';
import type { Signer } from './state.ts';

export interface OutputFormat {
  readonly format: 'pem' | 'der' | 'pem_bundle';
  readonly pkcs8: boolean;
}

export function readFormat(input: Input): OutputFormat {
  const format = asText(input, 'format', 'pem');
  if (format !== 'pem' && format !== 'der' && format !== 'pem_bundle') {
    throw new EngineError(400, 'the "format" path parameter must be "pem", "der", or "pem_bundle"');
  }
  const keyFormat = asText(input, 'private_key_format', 'der');
  if (keyFormat !== 'der' && keyFormat !== 'pkcs8') {
    throw new EngineError(400, 'the "private_key_format" parameter must be "der" or "pkcs8"');
  }
  return { format, pkcs8: keyFormat === 'pkcs8' };
}

export function encodeOne(certificate: Certificate, { format }: OutputFormat): string {
  return format === 'der' ? certificate.der.toString('base64') : certificate.pem;
}

/** PKCS #8 is always PEM; a traditional key follows the certificate. */
export function keyFields(key: KeyPair, output: OutputFormat): Readonly<Record<string, Json>> {
  const traditional = output.format === 'der' ? privateKeyDer(key).toString('base64') : privateKeyPem(key);
  return { private_key: output.pkcs8 ? pkcs8Pem(key) : traditional, private_key_type: key.type };
}

/** Keys in a bundle are traditional, whatever `private_key_format` says. */
export function bundle(key: KeyPair | undefined, ...certificates: readonly string[]): string {
  return [...(key === undefined ? [] : [privateKeyPem(key)]), ...certificates].join('\n');
}

export function issuedFields(
  certificate: Certificate,
  signer: Signer,
  output: OutputFormat,
  key?: KeyPair,
): Readonly<Record<string, Json>> {
  const authorities = [signer.certificate, ...signer.chain];
  const bundled = signer.generatedRoot ? [] : authorities.map(({ pem }) => pem);
  return {
    certificate:
      output.format === 'pem_bundle'
        ? bundle(key, certificate.pem, ...bundled)
        : encodeOne(certificate, output),
    issuing_ca: encodeOne(signer.certificate, output),
    ca_chain: authorities.map((authority) => encodeOne(authority, output)),
    ...(key === undefined ? undefined : keyFields(key, output)),
    serial_number: certificate.serial,
    expiration: Math.floor(certificate.notAfter / 1000),
  };
}
