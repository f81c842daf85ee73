import { spokenObject } from '../objects/desired.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import { painter } from '../../../../output/color.ts';
import { plural } from '../../../../output/text/plural.ts';
import type { Reporter } from '../../../../run/reporter.ts';
import type { Row } from '../rows/rows.ts';
import type { LineOptions } from '../rows/show-rows.ts';
import { rowLines } from '../rows/show-rows.ts';
import type { Step } from './steps.ts';
import { isWrite } from './steps.ts';
import { secretsOfRow } from './update.ts';

export const refusals = (rows: readonly Row[], allowRotation: boolean): readonly string[] =>
  rows.flatMap((row): readonly string[] => {
    const { wanted, comparison, action } = row;
    if (action === 'same') return [];
    const name = `${wanted.where}: ${spokenObject(wanted.object)}`;
    const rotates = comparison?.rotates;
    return [
      ...(comparison?.refused ?? []).map((text) => `${name}: ${text}`),
      ...(rotates === undefined || allowRotation
        ? []
        : [
            `${name}: the ${action === 'create' ? 'creation' : action} ${rotates}; give --allow-rotation to allow it`,
          ]),
    ];
  });

/** Nothing is sent if a secret is missing. @throws TrivetError usage, with every fault */
export const checkSecrets = async (rows: readonly Row[]): Promise<void> => {
  const faults = new Set<string>();
  for (const row of rows) {
    if (row.plan !== undefined) continue;
    for (const { key } of await secretsOfRow(row)) {
      try {
        await row.wanted.secrets?.get(key)?.();
      } catch (error) {
        if (!(error instanceof TrivetError) || error.exit !== Exit.usage) throw error;
        faults.add(error.message);
      }
    }
  }
  if (faults.size > 0) throw usageError([...faults].join('\n'));
};

/** Why nothing is written, which is not always because all objects match. */
export const unwritten = (rows: readonly Row[]): string => {
  const countOf = (isMeant: (action: Row['action']) => boolean): number =>
    rows.filter(({ action }) => isMeant(action)).length;
  const named: readonly Row['action'][] = ['same', 'conflict', 'unknown'];
  const [conflicts, unclear, differing] = [
    countOf((action) => action === 'conflict'),
    countOf((action) => action === 'unknown'),
    countOf((action) => !named.includes(action)),
  ];
  const rest = [
    conflicts > 0 ? plural(conflicts, 'conflict') : '',
    unclear > 0 ? `${unclear} could not be compared completely` : '',
    differing > 0 ? plural(differing, 'differs', 'differ') : '',
  ].filter(Boolean);
  const same = `${plural(
    countOf((action) => action === 'same'),
    'object matches',
    'objects match',
  )} the files`;
  return rest.length === 0
    ? `nothing to change: ${same}`
    : `nothing is written: ${[same, ...rest].join(', ')}`;
};

export const counted = (steps: readonly Step[]): string => {
  const objects = new Map(
    steps.filter(isWrite).map(({ object, action }) => [object, action.split(',')[0] ?? action]),
  );
  const actions = [...objects.values()];
  const many = (word: string): string => {
    const count = actions.filter((one) => one === word).length;
    return count === 0 ? '' : `${count} to ${word}`;
  };
  const parts = [many('create'), many('update'), many('delete')].filter(Boolean).join(', ');
  return `${plural(objects.size, 'object')} (${parts})`;
};

export const showPreview = async (
  reporter: Reporter,
  rows: readonly Row[],
  options: LineOptions,
): Promise<void> => {
  // A note escapes colours.
  const paint = await painter(0);
  for (const row of rows) for (const line of rowLines(row, paint, options)) reporter.note(line);
};
