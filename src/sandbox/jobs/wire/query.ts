import type { SandboxRequest } from '../../contract.ts';
import { Refusal } from './failure.ts';

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

export function parseBoolean(value: string): boolean | undefined {
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : undefined;
}

export function queryBoolean(request: SandboxRequest, name: string): boolean {
  const value = request.query.get(name);
  if (value === null || value === '') return false;
  const parsed = parseBoolean(value);
  if (parsed === undefined) {
    throw new Refusal(
      500,
      `Failed to parse value of "${name}" (${value}) as a bool: strconv.ParseBool: parsing "${value}": invalid syntax`,
    );
  }
  return parsed;
}

export function lenientBoolean(request: SandboxRequest, name: string): boolean {
  return parseBoolean(request.query.get(name) ?? '') ?? false;
}

export function queryText(request: SandboxRequest, ...names: readonly string[]): string {
  for (const name of names) {
    const value = request.query.get(name);
    if (value !== null && value !== '') return value;
  }
  return '';
}

export function checkPriority(priority: number): number {
  if (priority !== 0 && (priority < 1 || priority > 100 || !Number.isInteger(priority))) {
    throw new Refusal(400, 'Eval priority must be between 1 and 100 inclusively');
  }
  return priority;
}
