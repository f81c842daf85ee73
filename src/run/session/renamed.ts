/** Refuses fields that a product has under another name: servers ignore unknown fields, so a change would be lost. */
import type { BuildOptions } from '../../http/request.ts';
import { pointerOf, writtenIn } from '../../http/request.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { tokens } from '../../documents/json/pointer.ts';
import type { Call } from '../../services/call.ts';
import { productsOfService } from '../../services/products.ts';
import { productOfServer } from './detect.ts';
import type { Asker, ServerProducts } from './detect.ts';
import type { Product } from '../../services/product.ts';

const namesIn = (operation: Operation, input: InputRecord, options: BuildOptions): readonly string[] => {
  const written = writtenIn(operation, options);
  return Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    const used = input[parameter.repeatsInput ?? key] !== undefined || written(key, parameter) !== undefined;
    if (!used) return [];
    if (parameter.in === 'query') return [documentedName(key, parameter)];
    return parameter.in === 'body' ? [tokens(pointerOf(operation, key, parameter)).at(-1) ?? ''] : [];
  });
};

/**
 * Detects the product if none was chosen and some product renames a field of the request.
 * @param products as far as servers report them
 * @throws TrivetError exit 3, nothing sent, if the server renames it
 */
export const refuseRenamed = async (
  { operation, input, how, server: { endpoint, product } }: Call<BuildOptions>,
  asker: Asker,
  products: ServerProducts,
): Promise<void> => {
  const names = namesIn(operation, input, how);
  const others = await productsOfService(operation.service);
  const differs = (name: string, other: Product): boolean =>
    (other.wire[name] ?? name) !== (product.wire[name] ?? name);
  if (!others.some((other) => names.some((name) => differs(name, other)))) return;
  const found = await productOfServer(endpoint, asker, products);
  const other = others.find(({ name }) => name === found?.product);
  const name = other === undefined ? undefined : names.find((one) => differs(one, other));
  if (other === undefined || name === undefined) return;
  throw new TrivetError(
    'product-not-chosen',
    Exit.local,
    `the server at ${endpoint.baseUrl} looks like ${other.name}, which calls ${name} ${other.wire[name] ?? name}; no product is chosen`,
    {
      effect: 'not-sent',
      hint: `Give --product ${other.name}, or store it: trivet profile set NAME --${operation.service}-product ${other.name}`,
    },
  );
};
