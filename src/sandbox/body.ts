import type { IncomingMessage } from 'node:http';

/** Larger bodies are refused with status 413. */
export const BODY_LIMIT = 32 * 1024 * 1024;

export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const receive = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        message.off('data', receive);
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    };
    message.on('data', receive);
    message.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    message.on('error', reject);
    message.on('close', () => {
      if (!message.complete) reject(new Error('the client went away before its body was complete'));
    });
  });
}
