/** Joins a namespace and a path inside it; the root namespace is ''. */
export function joined(namespace: string, path: string): string {
  return namespace === '' ? path : `${namespace}/${path}`;
}
