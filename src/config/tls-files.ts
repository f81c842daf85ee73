/** Reads the PEM files of a connection, and refuses those that would fail later or be ignored silently. */
import { promises as files } from 'node:fs';
import { join } from 'node:path';
import type { Tls } from '../catalogue/http.ts';
import { localError } from '../system/error.ts';
import type { PemPlan, TlsPlan } from './candidate.ts';
import { readFailure } from '../system/system-error.ts';
import { readCapped } from '../system/capped-file.ts';
import type { Source } from './endpoint.ts';

const maxPemBytes = 4 * 1024 * 1024;

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

const called = (plan: PemPlan): Source =>
  plan.kind === 'text' ? plan.source : `${plan.source}: ${plan.path}`;

const readPem = async (plan: PemPlan): Promise<string> => {
  if (plan.kind === 'text') return plan.text;
  const read = async (path: string): Promise<string> =>
    Buffer.from(await readCapped(path, maxPemBytes, `${plan.source}: ${path}`)).toString('utf8');
  if (plan.kind === 'file') return read(plan.path);
  const names = await files.readdir(plan.path).catch((error: unknown) => {
    throw localError(`${plan.source}: ${plan.path} ${readFailure(error)}`, undefined, error);
  });
  const texts = await Promise.all(
    names
      .filter((name) => /\.(?:pem|crt|cer)$/i.test(name))
      .toSorted()
      .map((name) => read(join(plan.path, name))),
  );
  return texts.join('\n');
};

/** Fails with exit 3 unless every certificate can be parsed, since Node ignores the others. */
const checkCertificates = async (pem: string, source: Source): Promise<void> => {
  const blocks = pem.match(certificatePattern) ?? [];
  if (blocks.length === 0) throw localError(`${source} contains no certificate`, 'Give a PEM file.');
  if (blocks.length !== pem.split('-----BEGIN CERTIFICATE-----').length - 1) {
    throw localError(`a certificate in ${source} is truncated`);
  }
  const { X509Certificate } = await import('node:crypto');
  for (const [index, block] of blocks.entries()) {
    try {
      void new X509Certificate(block);
    } catch (error) {
      throw localError(`certificate ${index + 1} in ${source} cannot be parsed`, undefined, error);
    }
  }
};

const checkPair = async (cert: string, key: string, certSource: Source, keySource: Source): Promise<void> => {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(key)) {
    throw localError(`the private key in ${keySource} is encrypted`, 'Decrypt it: openssl pkey -in FILE');
  }
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  let matches: boolean;
  try {
    matches = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw localError(`${keySource} contains no private key that can be parsed`, undefined, error);
  }
  if (!matches) throw localError(`the private key in ${keySource} does not belong to ${certSource}`);
};

export const readTls = async (plan: TlsPlan): Promise<Tls> => {
  const { cert, key } = plan;
  if ((cert === undefined) !== (key === undefined)) {
    throw localError(
      `${(cert ?? key)?.source ?? 'TLS'} is set without its counterpart`,
      'Give both the client certificate and its key.',
    );
  }
  const ca = plan.ca && (await readPem(plan.ca));
  if (ca !== undefined && plan.ca !== undefined) await checkCertificates(ca, called(plan.ca));
  const certText = cert && (await readPem(cert));
  const keyText = key && (await readPem(key));
  if (certText !== undefined && keyText !== undefined && cert !== undefined && key !== undefined) {
    await checkCertificates(certText, called(cert));
    await checkPair(certText, keyText, called(cert), called(key));
  }
  return { ca, cert: certText, key: keyText, serverName: plan.serverName?.value };
};
