/** Writes results that arrive one by one as the elements of one document. */
import { parseJson } from '../../model/json/lossless.ts';
import type { Sequence } from './writer.ts';

export const jsonSequence: Sequence = {
  element: (json, first) => `${first ? '[\n' : ',\n'}  ${json.trimEnd()}`,
  end: (empty) => (empty ? '[]\n' : '\n]\n'),
};

export const yamlSequence: Sequence = {
  element: async (json) => {
    const { writeYaml } = await import('../../documents/yaml.ts');
    return [...writeYaml([parseJson(json)])].join('');
  },
  end: (empty) => (empty ? '[]\n' : ''),
};
