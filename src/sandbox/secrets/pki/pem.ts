/** Like the service, without a final newline. */
import { EngineError } from '../engine.ts';

export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
  readonly text: string;
}

export function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([\s\S]*?)-----END \1-----/g;

export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([block, label = '', body = '']) => ({
    label,
    der: Buffer.from(body.replaceAll(/\s/g, ''), 'base64'),
    text: block.replaceAll('\r', ''),
  }));
}

export function bundleBlocks(text: string): readonly PemBlock[] {
  if (text.trim() === '') throw new EngineError(400, "'pem_bundle' and 'certificate' parameters were empty");
  if (text.length < 75) {
    throw new EngineError(
      400,
      'provided data for import was too short; perhaps a path was passed to the API rather than the contents of a PEM file',
    );
  }
  const blocks = pemBlocks(text);
  if (blocks.length === 0 || text.replaceAll(BLOCK, '').includes('-----')) {
    throw new EngineError(400, `error when parsing block ${blocks.length + 1}: invalid PEM data`);
  }
  return blocks;
}
