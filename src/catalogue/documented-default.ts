import type { Json } from '../documents/json/json.ts';
import type { Parameter, ParameterType } from './parameter.ts';

const prose = /\s|^(?:generated|never|nil|none)$/;

const empties: Partial<Record<ParameterType, Json>> = {
  strings: [],
  map: {},
  string: '',
  text: '',
  bytes: '',
};

/** The documented default as a value of its type; undefined if it is only described. */
export const documentedDefault = ({
  type,
  default: text = '',
  enum: values,
}: Parameter): Json | undefined => {
  if (text === 'empty' || text === '[]') return empties[type];
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (type === 'duration') return /^\d+[smhd]?$/.test(text) ? text : undefined;
  if (values !== undefined) return values.includes(text) ? text : undefined;
  return (type === 'string' || type === 'text') && text !== '' && !prose.test(text) ? text : undefined;
};
