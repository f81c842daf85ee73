/** All profiles, the current one marked. */
import { serviceNames } from '../../model/product.ts';
import { readProfiles } from '../../profiles/profile-file.ts';
import { ownTable } from '../own-view.ts';
import { shownProfile } from './show.ts';
import type { Workflow } from '../workflow.ts';

const columns = [
  { header: 'name', path: 'name' },
  { header: 'current', path: 'current', format: 'yes-no' },
  ...serviceNames.map((service) => ({ header: service, path: `${service}.url` })),
] as const;

const run: Workflow = async ({ session, presenter }) => {
  const file = readProfiles(session.world);
  const items = Object.entries(file.profiles).map(([name, profile]) =>
    shownProfile(name, profile, name === file.current),
  );
  await presenter.showDocument(
    ownTable(columns, 'name', 'no profiles yet: trivet profile set NAME'),
    items,
    items,
  );
  return 0;
};

export default run;
