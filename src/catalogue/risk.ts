/** Effects of a change beyond its words, and how each is confirmed: one table for every door. */
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
 * From harmless to grave. Without protection, `ask` needs a yes (or `--yes`) and `type` the name typed (or `--confirm`).
 * On a protected profile `none` needs a yes (or `--confirm-profile`), `grave` and `ask` the name of the profile typed (or `--confirm-profile` and
 * `--yes`), and `type` both names.
 */
const gravities = ['none', 'grave', 'ask', 'type'] as const;

export type Gravity = (typeof gravities)[number];

export const rank = (gravity: Gravity): number => gravities.indexOf(gravity);

export const gravest = (all: readonly Gravity[]): Gravity =>
  gravities[Math.max(0, ...all.map(rank))] ?? 'none';

/** The result of a look; undefined where an uncertain risk does not exist. */
export interface FoundRisk {
  /** In place of the risk's. */
  readonly question?: string;
  /** Values for the question beside the input. */
  readonly input?: InputRecord;
  /** Said before the question. */
  readonly notes?: readonly string[];
  /** The state that the question shows: if it is another one after the answer, nothing is sent. */
  readonly state?: Json;
}
