import type { Parameters } from '../../../catalogue/parameter.ts';
import { csr } from '../parts.ts';

export const layout = {
  layout: {
    in: 'local',
    type: 'string',
    summary: 'Files of --out: separate, or for a server',
    enum: ['pem', 'nginx', 'haproxy', 'pkcs12', 'certbot'],
    default: 'pem',
    metavar: 'pem|nginx|haproxy|pkcs12|certbot',
  },
  'store-password-from': {
    in: 'local',
    type: 'secret',
    summary: 'Password of the key store (layout pkcs12)',
    metavar: 'source',
  },
} as const satisfies Parameters;

export const newKeyMeaning = 'ec:256, ec:384, ed25519, or rsa:2048 to rsa:4096 in steps of 8 bits';

export const newKey = {
  'new-key': {
    in: 'local',
    type: 'string',
    summary: 'Make the key here (RSA: 2048-4096)',
    limits: { pattern: String.raw`ec:(?:256|384)|ed25519|rsa:\d{4}`, meaning: newKeyMeaning },
    suggests: ['ec:256', 'ec:384', 'rsa:2048', 'rsa:3072', 'rsa:4096', 'ed25519'],
    metavar: 'ec:256|ec:384|ed25519|rsa:bits',
  },
} as const satisfies Parameters;

const { required: _, ...optionalRequest } = csr;

export const ownRequest = { ...optionalRequest, in: 'local' } as const;
