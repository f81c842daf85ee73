import { serviceNames, type ServiceName } from '../catalogue/product.ts';
import { serviceTraits } from '../catalogue/product.ts';

/** Says that the usual suffix is missing. A path below the suffix is kept: `/v1/team` is a namespace. */
export const misplaced = (baseUrl: string, service: ServiceName): string | undefined => {
  const { suffix, inPaths } = serviceTraits[service];
  const other = serviceNames.find(
    (name) =>
      name !== service && serviceTraits[name].suffix !== '' && baseUrl.endsWith(serviceTraits[name].suffix),
  );
  if (other !== undefined && serviceTraits[other].suffix !== inPaths) {
    return `The base URL ${baseUrl} looks like an address of the ${other} service.`;
  }
  if (inPaths !== undefined && baseUrl.endsWith(inPaths)) {
    const better = baseUrl.slice(0, -inPaths.length);
    return `Paths of the ${service} service already begin with ${inPaths}. Try the base URL without it: ${better}`;
  }
  return `${baseUrl}/`.includes(`${suffix}/`)
    ? undefined
    : `The base URL does not end in ${suffix}. Try: ${baseUrl}${suffix}`;
};
