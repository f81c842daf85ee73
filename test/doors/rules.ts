/** The rules: what holds whatever the door, judged by what changed on the servers. */
import type { Door, Setting } from './doors.ts';
import type { profiles, Stage } from './examples.ts';

export interface Rule {
  readonly name: string;
  readonly setting: Setting;
  /** The run that shows that only the rule stops a change, if it is not that of the plain example. */
  readonly control?: Setting;
  /** Whether it says something about this example at this door. */
  readonly about?: (stage: Stage, door: Door) => boolean;
}

/** What would choose servers in place of a profile. */
const noServers = Object.fromEntries(
  ['WORKSPACES', 'SECRETS', 'JOBS'].flatMap((service) =>
    ['URL', 'TOKEN', 'PRODUCT'].map((what) => [`TRIVET_${service}_${what}`, undefined] as const),
  ),
);

const at = (profile: keyof typeof profiles): Setting => ({ flags: { profile }, env: noServers });

/** Whether the example answers the question of a single change, and not one about a list of them. */
const answersQuestion = ({ words, command }: Stage, door: Door): boolean =>
  (words.includes('--yes') || words.includes('--confirm')) &&
  (door.name !== 'api' || command.operations.length > 0);

const open = at('open');

export const rules: readonly Rule[] = [
  { name: 'read-only environment', setting: { env: { TRIVET_READ_ONLY: '1' } } },
  { name: 'read-only profile', setting: at('frozen'), control: open },
  { name: 'protected profile', setting: { ...at('prod'), person: false }, control: open },
  { name: 'dry run', setting: { flags: { 'dry-run': true } } },
  { name: 'curl', setting: { flags: { curl: true } } },
  { name: 'unanswered', setting: { answered: false, person: false }, about: answersQuestion },
];
