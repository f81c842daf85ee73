/** Shows which token each service would get, and its source; nothing is sent. */
import { Exit, TrivetError } from '../../../model/error.ts';
import type { JsonObject } from '../../../model/json/json.ts';
import { serviceNames } from '../../../model/catalogue/product.ts';
import { ownView } from '../../../workflows/own-view.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

const run: Workflow = async ({ command, session, presenter }) => {
  const items: JsonObject[] = [];
  let found = false;
  for (const service of serviceNames) {
    try {
      const endpoint = await session.endpoint(service);
      const token = await endpoint.token();
      if (token !== undefined) {
        found = true;
        session.reporter.hide([{ name: 'TOKEN', value: token.value }]);
      }
      items.push({
        service,
        address: endpoint.baseUrl,
        product: endpoint.product,
        token: token === undefined ? 'none' : '********',
        source: token?.source ?? null,
        user: token?.session?.user ?? null,
        method: token?.session?.method ?? null,
        expires: token?.session?.expires ?? null,
        renewable: token?.session?.renewable ?? null,
        problem: null,
      });
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      items.push({
        service,
        address: null,
        product: null,
        token: 'none',
        source: null,
        user: null,
        method: null,
        expires: null,
        renewable: null,
        problem: error.message,
      });
    }
  }
  await presenter.showDocument(ownView(command), items, items);
  return found ? 0 : Exit.denied;
};

export default run;
