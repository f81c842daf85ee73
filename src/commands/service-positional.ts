import type { Parameter } from '../catalogue/parameter.ts';
import { serviceNames } from '../catalogue/product.ts';

export const service = {
  in: 'local',
  type: 'string',
  summary: 'Service',
  enum: serviceNames,
  metavar: serviceNames.join('|'),
} as const satisfies Parameter;
