/** YAML 1.2 that readers of YAML 1.1 take for the same (`"no"` is quoted). */
import { invisible } from '../model/invisible.ts';
import type { Json } from '../model/json.ts';

const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 } as const;

/**
 * One YAML document, ending in a newline. Integers are exact; text with control, direction or zero-width characters
 * is double-quoted with them escaped.
 */
export const writeYaml = async (value: Json): Promise<string> => {
  const { Document, isScalar, visit } = await import('yaml');
  const document = new Document(value, options);
  const hostile = invisible();
  visit(document, (_, node) => {
    if (!isScalar(node) || typeof node.value !== 'string' || node.value.search(hostile) === -1) return;
    node.type = 'QUOTE_DOUBLE';
  });
  return document.toString(options).replace(hostile, (found) => {
    let escaped = '';
    for (let index = 0; index < found.length; index += 1) {
      escaped += String.raw`\u` + found.charCodeAt(index).toString(16).padStart(4, '0');
    }
    return escaped;
  });
};
