import type { Json } from '../documents/json/json.ts';
import type { InputRecord } from './parameter.ts';

export type RiskName =
  | 'removes'
  | 'resets'
  | 'lowers-count'
  | 'drops-group'
  | 'drops-member'
  | 'rotates'
  | 'revokes'
  | 'weakens'
  | 'reveals'
  | 'overwrites'
  | 'interrupts'
  | 'sends-secret-elsewhere'
  | 'gives-credentials'
  | 'destroys-later';

/**
 * Without protection, `ask` needs a yes (or `--yes`) and `type` the name typed (or `--confirm`). On a protected
 * profile `none` needs a yes (or `--confirm-profile`), `grave` and `ask` the name of the profile typed (or
 * `--confirm-profile` and `--yes`), and `type` both names.
 */
const gravities = ['none', 'grave', 'ask', 'type'] as const;

export type Gravity = (typeof gravities)[number];

export const rank = (gravity: Gravity): number => gravities.indexOf(gravity);

export const gravest = (all: readonly Gravity[]): Gravity =>
  gravities[Math.max(0, ...all.map(rank))] ?? 'none';

export interface FoundRisk {
  readonly question?: string;
  readonly name?: string;
  readonly input?: InputRecord;
  readonly notes?: readonly string[];
  /** Nothing is sent if the state is another one after the answer. */
  readonly state?: Json;
}
