import type { Command } from '../../catalogue/command.ts';
import type { View } from '../../catalogue/view.ts';

export const ownView = ({ path, view }: Command): View => {
  if (view === undefined) throw new Error(`${path} declares no view`);
  return view;
};
