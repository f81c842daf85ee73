/** Views of the tool's own documents. */
import type { Column, View } from '../model/view.ts';

export const ownTable = (columns: readonly Column[], name: string, empty: string): View => ({
  kind: 'table',
  name,
  columns,
  empty,
  rows: { path: '' },
});

export const ownRecord = (columns: readonly Column[], name: string): View => ({
  kind: 'record',
  name,
  columns,
});
