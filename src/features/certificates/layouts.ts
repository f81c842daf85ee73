import { createPrivateKey } from 'node:crypto';
import { localError, usageError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { blocksOf, pemOf } from '../../documents/pem.ts';
import { openStore, StoreError, writeStore } from '../../documents/pkcs12.ts';

/** `nginx` is also for Postfix, Dovecot and Apache, `pkcs12` for Java. */
export type Layout = 'pem' | 'nginx' | 'haproxy' | 'pkcs12' | 'certbot';

interface LayoutFiles {
  readonly holder: string;
  readonly keys: readonly string[];
  readonly all: readonly string[];
}

export const storeFile = 'keystore.p12';

export const layoutFiles: Readonly<Record<Layout, LayoutFiles>> = {
  pem: {
    holder: 'cert.pem',
    keys: ['key.pem', 'key.der'],
    all: ['cert.pem', 'key.pem', 'chain.pem', 'bundle.pem', 'cert.der', 'key.der', 'csr.pem', 'csr.der'],
  },
  nginx: {
    holder: 'fullchain.pem',
    keys: ['privkey.pem'],
    all: ['fullchain.pem', 'privkey.pem', 'ca.pem'],
  },
  // haproxy reads every file of a folder as a certificate with its key.
  haproxy: { holder: 'haproxy.pem', keys: ['haproxy.pem'], all: ['haproxy.pem'] },
  pkcs12: { holder: storeFile, keys: [storeFile], all: [storeFile] },
  certbot: {
    holder: 'cert.pem',
    keys: ['privkey.pem'],
    all: ['cert.pem', 'chain.pem', 'fullchain.pem', 'privkey.pem'],
  },
};

export const purposeOfFiles = (names: readonly string[]): 'tls-server' | undefined =>
  names.includes(layoutFiles.nginx.holder) || names.includes(layoutFiles.haproxy.holder)
    ? 'tls-server'
    : undefined;

export const isLayout = (text: string | undefined): text is Layout =>
  text !== undefined && text in layoutFiles;

export const layoutOf = (input: InputRecord): Layout => {
  const given = inputText(input, 'layout');
  return isLayout(given) ? given : 'pem';
};

export const needsKey = (layout: Layout): boolean => layout === 'haproxy' || layout === 'pkcs12';

/** @throws TrivetError usage if a layout needs a password */
export const storePasswordOf = (input: InputRecord, layout: Layout): string | undefined => {
  const given = inputText(input, 'store-password-from');
  if (layout !== 'pkcs12') return given;
  if (given === undefined || given === '') {
    throw usageError(
      'a key store needs a password',
      'Give it with --store-password-from env:NAME or --store-password-from @FILE.',
    );
  }
  if (given.length < 6) throw usageError('the password of a key store needs at least 6 characters for Java');
  return given;
};

/** Equal in every store, so that configurations can name it. */
const alias = 'tls';

export const keyStoreOf = (key: string, certificates: readonly string[], password: string): Uint8Array =>
  writeStore(
    {
      key: createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }),
      certificates: certificates.flatMap((pem) => blocksOf(pem).map(({ der }) => der)),
      name: alias,
    },
    password,
  );

/** @throws TrivetError local if the password does not open the store */
export const storeText = (bytes: Uint8Array, path: string, password: string | undefined): Buffer => {
  try {
    const { keys, certificates } = openStore(bytes, password ?? '');
    return Buffer.from(
      [
        ...keys.map((der) => pemOf('PRIVATE KEY', der)),
        ...certificates.map((der) => pemOf('CERTIFICATE', der)),
      ].join(''),
    );
  } catch (error) {
    if (!(error instanceof StoreError) && !(error instanceof RangeError)) throw error;
    const why = error instanceof StoreError ? error.message : 'it is not a key store';
    const hint = password === undefined ? 'Give its password from env:NAME or @FILE.' : undefined;
    throw localError(`${path} cannot be opened: ${why}`, hint, error);
  }
};
