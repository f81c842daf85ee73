import type { Transport } from '../../catalogue/http.ts';

/**
 * `one-shot`: few requests over Node's client, each on its own connection. `many`: pages, batches and polling over
 * undici on kept connections; loading it costs more than a request.
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
