/** An endpoint that knows everything that a request may need. */
import type { Operation } from '../../src/catalogue/operation.ts';
import type { Endpoint } from '../../src/config/endpoint.ts';

export const knowingEndpoint = (service: Operation['service']): Endpoint => ({
  service,
  product: 'generic',
  productChosen: true,
  baseUrl: 'http://127.0.0.1:1',
  token: () => Promise.resolve({ value: 'token', source: 'the test' }),
  tls: {},
  headers: [],
  context: {
    organization: { value: 'acme', source: 'the test' },
    namespace: { value: 'default', source: 'the test' },
    region: { value: 'global', source: 'the test' },
    mounts: {},
  },
  sources: {},
  notices: [],
});
