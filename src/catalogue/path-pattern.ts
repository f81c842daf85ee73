import { memoize } from '../system/values/memoize.ts';
import type { Operation } from './operation.ts';

/** Paths that are never of a mounted engine, also below a namespace. */
const notMounted = '(?!(?:.*/)?(?:auth|cubbyhole|identity|sys)/)';

/** Each parameter is a group; a mount may have several segments. */
export const pathPattern = memoize(({ path, parameters }: Pick<Operation, 'path' | 'parameters'>): RegExp => {
  const valueOf = (name: string): string => {
    if (name === 'mount') return path.startsWith('/{mount}/') ? `${notMounted}.+?` : '.+';
    const { enum: words, slashes } = parameters[name] ?? {};
    return words?.join('|') ?? (slashes === 'path' || slashes === 'folder' ? '.+' : '[^/]+');
  };
  return new RegExp(
    `^${path
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\/([^}]+)\}/g, (_, name: string) => `(?:/(${valueOf(name)}))?`)
      .replaceAll(/\{([^}]+)\}/g, (_, name: string) => `(${valueOf(name)})`)}/?$`,
  );
});
