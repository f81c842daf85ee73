import { readProfiles } from '../../../config/file/profile-file.ts';
import { ownView } from '../../../run/single/own-view.ts';
import { formatProfile } from './show.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow = async ({ command, session, presenter }) => {
  const file = readProfiles(session.io);
  const items = Object.entries(file.profiles).map(([name, profile]) =>
    formatProfile(name, profile, name === file.current),
  );
  await presenter.showDocument(ownView(command), items, items);
  return 0;
};

export default run;
