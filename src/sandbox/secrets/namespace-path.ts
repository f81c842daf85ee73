/** Joins a namespace and a path inside it; the root namespace is ''. */
export function joined(namespace: string, path: string): string {
  return namespace === '' ? path : `${namespace}/${path}`;
}

/** The ID of a namespace; the root has none. */
export function idOfNamespace(path: string): string {
  return path.replaceAll('/', '-');
}

/** The ID of the namespace in that of a lease: what follows the last dot of its last segment. */
export function namespaceIdIn(leaseId: string): string {
  return /\.([^./]+)$/.exec(leaseId)?.[1] ?? '';
}
