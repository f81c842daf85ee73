export const CONTROL_PREFIX = '/-/';

/** Reports whether a path belongs to the sandbox itself, not to a service. */
export function isControl(path: string): boolean {
  return path.startsWith(CONTROL_PREFIX);
}
