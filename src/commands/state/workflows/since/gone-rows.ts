import type { JsonObject } from '../../../../documents/json/json.ts';
import type { RowChoice } from '../rows/rows.ts';
import { stateRows } from '../rows/rows.ts';
import { rowItem } from '../rows/show-rows.ts';
import type { Gone } from './since.ts';

/** Absence deletes nothing: rows say what would, or where the object is now. */
export const goneRows = async (gone: readonly Gone[], choice: RowChoice): Promise<readonly JsonObject[]> => {
  const rows = await stateRows(
    gone.map(({ wanted }) => wanted),
    choice,
  );
  return rows.flatMap((row, index): readonly JsonObject[] => {
    const one = gone[index];
    if (one === undefined || row.action === 'create') return [];
    const item = rowItem(row);
    const { now, deletion } = one;
    const shown = { ...item, fields: [], changes: [], plan: null, uncompared: [] };
    if (row.error !== undefined) return [{ ...shown, action: 'removed' }];
    return now === undefined
      ? [
          {
            ...shown,
            action: 'removed',
            reason: `stays; to delete it, ${deletion}`,
          },
        ]
      : [{ ...shown, action: 'moved', reason: `stays; an object of this name is now in ${now}` }];
  });
};
