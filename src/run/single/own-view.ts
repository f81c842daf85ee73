/** The view of trivet's own commands. */
import type { Command } from '../../catalogue/command.ts';
import type { View } from '../../catalogue/view.ts';

/** Returns the view that the command declares; a command without one prints no document. */
export const ownView = ({ path, view }: Command): View => {
  if (view === undefined) throw new Error(`${path} declares no view`);
  return view;
};
