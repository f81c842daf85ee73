/** Chooses the transport of a command. Both are loaded only when asked for and keep one contract. */
import type { Transport } from '../../catalogue/http.ts';

/**
 * `one-shot`: a few requests, each on a connection of its own, over Node's http client, which is there at once.
 * `many`: pages, batches and polling over undici on kept connections; loading it costs more than a whole request.
 */
export type TransportKind = 'one-shot' | 'many';

export const openTransport = async (kind: TransportKind): Promise<Transport> => {
  if (kind === 'one-shot') {
    const { createNodeTransport } = await import('./node-transport.ts');
    return createNodeTransport();
  }
  const { createUndiciTransport } = await import('./undici-transport.ts');
  return createUndiciTransport();
};
