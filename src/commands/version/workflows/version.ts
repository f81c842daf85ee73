import type { JsonObject } from '../../../documents/json/json.ts';
import { choosesOfDocument } from '../../../run/given-globals.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { executablePath, isBun } from '../../../system/executable.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import { version } from '../../../version.ts';

const runningOn = {
  form: executablePath === undefined ? 'package' : 'executable',
  runtime: isBun ? 'bun' : 'node',
  runtimeVersion: process.versions[isBun ? 'bun' : 'node'] ?? '',
  platform: `${process.platform}-${process.arch}`,
};

const run: Workflow = async ({ command, session, presenter }) => {
  const { globals } = session;
  if (globals.output === undefined && !choosesOfDocument(globals)) {
    await presenter.write(`${version}\n`);
    return 0;
  }
  const built = JSON.parse(readPackageFile('dist/build.json')) as JsonObject;
  const document = { version, ...built, ...runningOn };
  await presenter.showDocument(ownView(command), document, [document]);
  return 0;
};

export default run;
