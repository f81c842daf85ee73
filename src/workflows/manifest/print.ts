/** Prints the manifest that the build made from the catalogue. */
import { isObject } from '../../model/json.ts';
import { parseJson } from '../../model/lossless.ts';
import { readPackageFile } from '../../runtime/package-file.ts';
import { ownView } from '../own-view.ts';
import type { Workflow } from '../workflow.ts';

const file = 'dist/manifest.json';

const run: Workflow = async ({ command, session, presenter }) => {
  const text = readPackageFile(file);
  const { output, query, field, fields } = session.globals;
  // The default is the document itself, on a terminal too.
  if (output === undefined && query === undefined && field === undefined && fields === undefined) {
    await presenter.write(text);
    return 0;
  }
  const document = parseJson(text);
  const commands = isObject(document) ? document['commands'] : undefined;
  await presenter.showDocument(
    ownView(command),
    document,
    Array.isArray(commands) ? commands.filter(isObject) : [],
  );
  return 0;
};

export default run;
