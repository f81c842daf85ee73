export function joined(namespace: string, path: string): string {
  return namespace === '' ? path : `${namespace}/${path}`;
}

export function idOfNamespace(path: string): string {
  return path.replaceAll('/', '-');
}

/** After the last dot of the last segment. */
export function namespaceIdIn(leaseId: string): string {
  return /\.([^./]+)$/.exec(leaseId)?.[1] ?? '';
}
