/** Whether a claim can be proven: its mark ends the reason, which not every server keeps. */
import type { Operation } from '../../catalogue/operation.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Product } from '../../services/product.ts';
import { productsOfService } from '../../services/products.ts';
import { detect } from './detect.ts';
import type { Session } from './session.ts';

/** The product of the server, also where none was chosen. */
const productAsked = async (session: Session, service: ServiceName): Promise<Product> => {
  const used = await session.product(service);
  const { productChosen } = await session.endpoint(service);
  if (productChosen) return used;
  // The change itself reports why the server is unreachable.
  const found = await detect(session, service).catch(() => undefined);
  return (await productsOfService(service)).find(({ name }) => name === found?.product) ?? used;
};

/** Returns the title of a server that would not report the mark of the operation's claim. */
export const dropsMarkOf = async (
  session: Session,
  { id, service, undo }: Operation,
): Promise<string | undefined> => {
  const reason = undo?.claim?.takenWith;
  if (reason === undefined) return undefined;
  const { ignores, title } = await productAsked(session, service);
  return ignores[id]?.includes(reason) === true ? title : undefined;
};
