/** Explains values without reading a token. */
import { generic, serviceNames } from '../../../catalogue/product.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { PemPlan } from '../../../config/candidate.ts';
import type { ResolutionFlags, Source } from '../../../config/endpoint.ts';
import type { Surroundings } from '../../../system/surroundings.ts';
import { planEndpoint } from '../../../services/endpoint/plan.ts';
import { TrivetError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { OfService } from '../../auth/workflows/of-profile.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

interface ExplainedValue {
  readonly name: string;
  /** Tokens are `********`. */
  readonly value: string;
  readonly source: Source;
  /** Why the value will not be used. */
  readonly refused?: string | undefined;
}

interface Explanation {
  readonly service: ServiceName;
  readonly values: readonly ExplainedValue[];
  readonly notices: readonly string[];
}

const masked = '********';

const pemValue = (plan: PemPlan): string => (plan.kind === 'text' ? 'PEM text' : plan.path);

/** Explains the settings without reading a TLS file or a token. @throws TrivetError exit 3, as the resolution does */
const explain = async (
  service: ServiceName,
  flags: ResolutionFlags,
  surroundings: Surroundings,
): Promise<Explanation> => {
  const { address, token, tls, context, product, notices, remarks, readOnly, protection } =
    await planEndpoint(service, flags, surroundings, {});
  const values: ExplainedValue[] = [{ name: 'url', value: address.baseUrl, source: address.source }];
  const add = (name: string, value: string | undefined, source: Source | undefined): void => {
    if (value !== undefined && source !== undefined) values.push({ name, value, source });
  };
  add('socket', address.socketPath, address.source);
  add('product', product?.value ?? generic, product?.source ?? 'default');
  add('edition', product?.edition, product?.source);
  add('version', product?.version, product?.source);
  values.push({
    name: 'token',
    value: token === undefined ? 'none' : masked,
    source: token?.source ?? 'default',
    refused: token?.refused?.message,
  });
  for (const name of ['ca', 'cert', 'key'] as const) {
    const plan = tls[name];
    if (plan !== undefined) add(name, pemValue(plan), plan.source);
  }
  if (typeof readOnly === 'string') add('readOnly', 'true', readOnly);
  add('protected', protection?.name, protection?.source);
  add('serverName', tls.serverName?.value, tls.serverName?.source);
  add('organization', context.organization?.value, context.organization?.source);
  add('namespace', context.namespace?.value, context.namespace?.source);
  add('region', context.region?.value, context.region?.source);
  for (const [name, mount] of Object.entries(context.mounts)) add(`mount.${name}`, mount.value, mount.source);
  return { service, values, notices: [...notices, ...remarks] };
};

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
