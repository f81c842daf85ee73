/** Joins a namespace and a path in it; the root namespace is ''. */
export function joined(namespace: string, path: string): string {
  return namespace === '' ? path : `${namespace}/${path}`;
}
