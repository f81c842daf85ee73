/** Warns if a reply looks like another product's. */
import type { HttpResponse } from '../../catalogue/http.ts';
import { generic, productsOfFamily } from '../../catalogue/product.ts';
import type { Call } from '../../services/call.ts';
import type { Reporter } from '../reporter.ts';
import type { CallOptions } from './session.ts';

export const noteProduct = (
  { operation, service, server: { endpoint, product }, how: { productJudged } }: Call<CallOptions>,
  response: HttpResponse,
  reporter: Reporter,
): void => {
  const seen = service.detect(response);
  if (seen === undefined) return;
  if (seen.product === undefined ? seen.family === product.family : seen.product === endpoint.product) return;
  // The sandbox accepts both names.
  if (endpoint.productChosen && endpoint.product === generic) return;
  if (productJudged === true) return;
  const found = seen.product === undefined ? productsOfFamily(seen.family) : [seen.product];
  const [one, ...others] = found;
  // The server says which product of a family it is.
  const [how, kept] = others.length === 0 ? [`use --product ${one}, or run`, one] : ['run', 'detect'];
  reporter.warnOnce(
    `the server looks like ${found.join(' or ')}, but trivet is using product ${endpoint.product}: ${how} ` +
      `trivet profile set ${endpoint.profile ?? 'NAME'} --${operation.service}-product ${kept}`,
  );
};
