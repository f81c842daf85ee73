function partsOf(dn: string): readonly string[] {
  return (dn.match(/(?:\\.|[^,\\])+/gs) ?? []).map((part) => part.trim());
}

/** Ignores case and white space around the parts. */
export function normalizeDn(dn: string): string {
  return partsOf(dn)
    .map((part) => part.replace(/\s*=\s*/, '=').toLowerCase())
    .join(',');
}

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

export function leafOf(dn: string): readonly [attribute: string, value: string] {
  const leaf = partsOf(dn)[0] ?? '';
  const at = leaf.indexOf('=');
  return [leaf.slice(0, at).trim(), leaf.slice(at + 1).trim()];
}
