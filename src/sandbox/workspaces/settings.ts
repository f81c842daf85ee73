/** test/seeds/1-workspaces.md, sections 2.1 and 8. */
import type { Json } from '../contract.ts';
import { checkEngineVersion, LATEST_ENGINE } from './engine-version.ts';
import type { Violations } from './errors.ts';
import type { JsonObject } from './json-api.ts';
import type { SettingName, Settings } from './model.ts';

/** Undefined if valid. */
type Check = (value: Json) => string | undefined;

const isBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const isText: Check = (value) =>
  value === null || typeof value === 'string' ? undefined : 'must be a string or null';
const isTextList: Check = (value) =>
  value === null || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    ? undefined
    : 'must be an array of strings';

const isTimestamp: Check = (value) => {
  if (value === null) return undefined;
  const valid =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  return valid ? undefined : 'must be a timestamp such as 2026-01-31T12:00:00Z';
};

const isActivityDuration: Check = (value) => {
  if (value === null) return undefined;
  const digits = typeof value === 'string' ? /^(\d{1,4})[dh]$/.exec(value)?.[1] : undefined;
  return Number(digits ?? 0) > 0
    ? undefined
    : 'must be a number greater than 0 of at most four digits, followed by d or h';
};

/** Column C of 2.1. */
export const INITIAL_SETTINGS: Settings = {
  'allow-destroy-plan': true,
  'assessments-enabled': false,
  'auto-apply': false,
  'auto-apply-run-trigger': false,
  'auto-destroy-at': null,
  'auto-destroy-activity-duration': null,
  description: null,
  'file-triggers-enabled': true,
  'global-remote-state': false,
  'queue-all-runs': false,
  'source-name': null,
  'source-url': null,
  'speculative-enabled': true,
  'structured-run-output-enabled': false,
  'engine-version': LATEST_ENGINE,
  'trigger-patterns': [],
  'trigger-prefixes': [],
  'working-directory': null,
};

const CHECKS: Readonly<Record<SettingName, Check>> = {
  'allow-destroy-plan': isBoolean,
  'assessments-enabled': isBoolean,
  'auto-apply': isBoolean,
  'auto-apply-run-trigger': isBoolean,
  'auto-destroy-at': isTimestamp,
  'auto-destroy-activity-duration': isActivityDuration,
  description: isText,
  'file-triggers-enabled': isBoolean,
  'global-remote-state': isBoolean,
  'queue-all-runs': isBoolean,
  'source-name': isText,
  'source-url': isText,
  'speculative-enabled': isBoolean,
  'structured-run-output-enabled': isBoolean,
  'engine-version': checkEngineVersion,
  'trigger-patterns': isTextList,
  'trigger-prefixes': isTextList,
  'working-directory': isText,
};

const CREATION_ONLY: ReadonlySet<string> = new Set(['source-name', 'source-url']);

const OTHER_NAMES: Readonly<Record<string, SettingName>> = {
  'terraform-version': 'engine-version',
  'drift-detection': 'assessments-enabled',
};

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(CHECKS, name);
}

function settingNamed(name: string): SettingName | undefined {
  if (isSettingName(name)) return name;
  return Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
}

/** Column C (create) without `previous`, else column U (update: keep the previous value). */
export function readSettings(
  attributes: JsonObject,
  previous: Settings | undefined,
  violations: Violations,
  keepsAssessments: boolean,
): Settings {
  const settings: Record<SettingName, Json> = { ...(previous ?? INITIAL_SETTINGS) };
  // As documented, its default on update is not the previous value.
  if (!keepsAssessments) settings['assessments-enabled'] = false;
  for (const [given, value] of Object.entries(attributes)) {
    const name = settingNamed(given);
    // A documented name wins.
    if (name === undefined || (name !== given && Object.hasOwn(attributes, name))) continue;
    const problem = CHECKS[name](value);
    if (problem !== undefined) violations.add(`/data/attributes/${given}`, `${given} ${problem}.`);
    else if (previous !== undefined && CREATION_ONLY.has(name)) {
      violations.add(`/data/attributes/${given}`, `${given} can only be given on creation.`);
    } else settings[name] = value ?? INITIAL_SETTINGS[name];
  }
  return settings;
}
