/** Splits and compares distinguished names. */

/** Returns the relative names, leaf first; a backslash escapes a comma. */
function partsOf(dn: string): readonly string[] {
  return (dn.match(/(?:\\.|[^,\\])+/gs) ?? []).map((part) => part.trim());
}

/** Normalizes a name for comparison, ignoring letter case and white space around the parts. */
export function normalizeDn(dn: string): string {
  return partsOf(dn)
    .map((part) => part.replace(/\s*=\s*/, '=').toLowerCase())
    .join(',');
}

/** Returns the parent; empty for a name with one part. */
export function parentOf(dn: string): string {
  return partsOf(dn).slice(1).join(',');
}

export function isDn(dn: string): boolean {
  const parts = partsOf(dn);
  return parts.length > 0 && parts.every((part) => /^[A-Za-z][\w.-]*\s*=\s*\S/.test(part));
}

export function isBelow(dn: string, base: string): boolean {
  const normalized = normalizeDn(dn);
  const root = normalizeDn(base);
  return root === '' || normalized === root || normalized.endsWith(`,${root}`);
}

/** Returns attribute and value of the leaf: `uid` and `ann` for `uid=ann,ou=users`. */
export function leafOf(dn: string): readonly [attribute: string, value: string] {
  const leaf = partsOf(dn)[0] ?? '';
  const at = leaf.indexOf('=');
  return [leaf.slice(0, at).trim(), leaf.slice(at + 1).trim()];
}
