/** Flags about the files that a new certificate is written to. */
import type { Parameters } from '../../model/parameter.ts';
import { csr } from './parts.ts';

export const layout = {
  layout: {
    in: 'local',
    type: 'string',
    summary: 'File names of --out: separate, or for nginx',
    enum: ['pem', 'nginx'],
    default: 'pem',
    metavar: 'pem|nginx',
  },
} as const satisfies Parameters;

export const newKey = {
  'new-key': {
    in: 'local',
    type: 'string',
    summary: 'Make the key here instead of a request',
    enum: ['ec:256', 'ec:384', 'rsa:2048', 'rsa:3072', 'rsa:4096', 'ed25519'],
    metavar: 'type:bits',
  },
} as const satisfies Parameters;

const { required: _, ...optionalRequest } = csr;

/** A request is not needed where the key is made here. */
export const ownRequest = { ...optionalRequest, in: 'local' } as const;
