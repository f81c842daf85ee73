/** What a command of the tool itself prints. */
import type { Command } from '../model/command.ts';
import type { View } from '../model/view.ts';

/** The view that the command declares; one without a view prints no document. */
export const ownView = ({ path, view }: Command): View => {
  if (view === undefined) throw new Error(`${path} declares no view`);
  return view;
};
