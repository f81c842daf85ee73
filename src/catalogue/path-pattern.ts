/** The path of an operation as an expression. */
import { memoize } from '../system/values/memoize.ts';
import type { Operation } from './operation.ts';

/** Paths below these are never those of a mounted engine, also in a namespace that the path names. */
const notMounted = '(?!(?:.*/)?(?:auth|cubbyhole|identity|sys)/)';

/** The path of an operation with a group for each of its parameters; a mount may have several parts. */
export const pathPattern = memoize(({ path, parameters }: Pick<Operation, 'path' | 'parameters'>): RegExp => {
  const valueOf = (name: string): string => {
    if (name === 'mount') return path.startsWith('/{mount}/') ? `${notMounted}.+?` : '.+';
    const { enum: words, hierarchical } = parameters[name] ?? {};
    return words?.join('|') ?? (hierarchical === true ? '.+' : '[^/]+');
  };
  return new RegExp(
    `^${path
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\/([^}]+)\}/g, (_, name: string) => `(?:/(${valueOf(name)}))?`)
      .replaceAll(/\{([^}]+)\}/g, (_, name: string) => `(${valueOf(name)})`)}/?$`,
  );
});
