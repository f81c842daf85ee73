/** What readers of the catalogue need of all services at once; a run loads those that it asks. */
import { serviceNames, serverProductOf } from '../../src/catalogue/product.ts';
import type { ProductName, ServiceName } from '../../src/catalogue/product.ts';
import { loadService } from '../../src/services/index.ts';
import type { Product } from '../../src/services/product.ts';
import type { MakeProduct, VendorSettings } from '../../src/services/service.ts';

interface Loaded {
  readonly productFrom: MakeProduct;
  readonly settings: VendorSettings;
}

const loaded = new Map<ServiceName, Loaded>();

const load = async (service: ServiceName): Promise<void> => {
  const code = await loadService(service);
  loaded.set(service, { productFrom: code.products, settings: code.settings });
};

/** Comes before the rest of this file. */
export const loadServices = async (): Promise<void> => {
  await Promise.all(serviceNames.map(load));
};

const of = (service: ServiceName): Loaded => {
  const found = loaded.get(service);
  if (found === undefined) throw new Error(`${service} is not loaded`);
  return found;
};

/** The newest of a product. */
export const productNamed = (service: ServiceName, product: ProductName): Product =>
  of(service).productFrom(serverProductOf({ product }));

/** Variables of the vendors that are refused, or have no effect, with what to use instead. */
export const unheeded = (which: 'refused' | 'unused'): Readonly<Record<string, string>> =>
  Object.assign({}, ...serviceNames.map((service) => of(service).settings[which]));
