/** Which columns an output has: those of the view, or those that `--fields` names. */
import type { Column, View } from '../model/view.ts';

/** The columns of a view; none where it has no fields. */
export const columnsOf = (view: View): readonly Column[] => {
  if (view.kind === 'text') return [{ header: view.path, path: view.path }];
  return 'columns' in view ? view.columns : [];
};

/**
 * The view's columns, or one for each of `fields`. A field that the view has as a column keeps its format and its
 * masking.
 */
export const chosenColumns = (view: View, fields: readonly string[] | undefined): readonly Column[] => {
  const known = columnsOf(view);
  if (fields === undefined) return known;
  return fields.map((path) => known.find((column) => column.path === path) ?? { header: path, path });
};
