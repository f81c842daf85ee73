/** Prints the version, or everything that is known about this build. */
import { choosesOfDocument } from '../../../run/given-globals.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { version } from '../../../version.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import { runningOn } from '../../../system/running-on.ts';

const run: Workflow = async ({ command, session, presenter }) => {
  const { globals } = session;
  if (globals.output === undefined && !choosesOfDocument(globals)) {
    await presenter.write(`${version}\n`);
    return 0;
  }
  // Written by scripts/build.mjs.
  const built = JSON.parse(readPackageFile('dist/build.json')) as JsonObject;
  const document = { version, ...built, ...runningOn };
  await presenter.showDocument(ownView(command), document, [document]);
  return 0;
};

export default run;
