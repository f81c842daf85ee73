/** test/seeds/2-secrets.md, section 2.4; LIST shows one level. */

export function keysUnder(names: Iterable<string>, folder: string): readonly string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const keys: string[] = [];
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const rest = name.slice(prefix.length);
    const slash = rest.indexOf('/');
    keys.push(slash === -1 ? rest : rest.slice(0, slash + 1));
  }
  return keys;
}
