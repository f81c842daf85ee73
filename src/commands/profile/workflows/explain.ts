import { TrivetError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import { explain } from './source-of-values.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { OfService } from '../../auth/workflows/of-profile.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<OfService> = async ({ command, session, presenter, input }) => {
  const services = serviceNames.filter((name) => (input.service ?? name) === name);
  const items: JsonObject[] = [];
  let failure: TrivetError | undefined;
  for (const service of services) {
    try {
      const { values, notices } = await explain(service, session.globals, session.io);
      for (const notice of notices) session.reporter.note(notice);
      for (const value of values) items.push({ service, ...value });
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      if (services.length === 1) throw error;
      failure ??= error;
      items.push({ service, name: 'url', value: null, source: 'none', refused: error.message });
    }
  }
  await presenter.showDocument(ownView(command), items, items);
  if (failure !== undefined && items.every((item) => item['source'] === 'none')) throw failure;
  return 0;
};

export default run;
