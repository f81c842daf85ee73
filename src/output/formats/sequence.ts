import type { Sequence } from './writer.ts';

export const jsonSequence: Sequence = {
  element: (_, json, first) => `${first ? '[\n' : ',\n'}  ${json.trimEnd()}`,
  end: (empty) => (empty ? '[]\n' : '\n]\n'),
};

export const yamlSequence: Sequence = {
  element: async (value) => {
    const { writeYaml } = await import('../../documents/yaml.ts');
    return [...writeYaml([value])].join('');
  },
  end: (empty) => (empty ? '[]\n' : ''),
};
