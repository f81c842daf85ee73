import { Exit, TrivetError } from '../../../system/error.ts';
import { textAt } from '../../../documents/json/json.ts';
import type { HttpResponse } from '../../../catalogue/http.ts';
import { header } from '../../../catalogue/http.ts';
import type { CallOptions } from '../../../run/session/session.ts';
import { serviceOf } from '../../../services/index.ts';
import type { Desk } from './desk.ts';
import { send } from './desk.ts';
import type { Asking } from '../../../services/login-method.ts';

/** Some servers report errors in a redirect. */
const redirected = (response: HttpResponse): string => {
  const params = new URLSearchParams(header(response, 'location')?.split('?')[1] ?? '');
  return ['error', 'error_description'].flatMap((name) => params.get(name) ?? []).join(': ');
};

export const askingAt = (desk: Desk, options: CallOptions = {}): Asking => {
  const { session, service, server } = desk;
  const { endpoint } = server;
  return {
    baseUrl: endpoint.baseUrl,
    send: (operation, input) => send(desk, operation, input, options),
    read: async (path) => {
      const { response, document } = await session.probe(service, path, { at: endpoint, atOrigin: true });
      return response.status === 200 ? document : undefined;
    },
    form: async (path, fields) => {
      const { response, document } = await session.probe(service, path, {
        at: endpoint,
        atOrigin: true,
        form: fields,
      });
      if (response.status === 200) return document;
      const said = textAt(document, 'error') ?? redirected(response);
      throw new TrivetError('refused', Exit.denied, `the ${service} server refused the exchange`, {
        status: response.status,
        server: said === '' ? serviceOf(service).readError(response).text : said,
        request: `POST ${path}`,
        effect: 'unchanged',
      });
    },
  };
};
