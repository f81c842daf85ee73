export const CONTROL_PREFIX = '/-/';

export function isControl(path: string): boolean {
  return path.startsWith(CONTROL_PREFIX);
}
