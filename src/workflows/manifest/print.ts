/** Prints the manifest that the build made from the catalogue. */
import { isObject } from '../../model/json.ts';
import { parseJson } from '../../model/lossless.ts';
import type { View } from '../../model/view.ts';
import { readPackageFile } from '../../runtime/package-file.ts';
import type { Workflow } from '../workflow.ts';

const file = 'dist/manifest.json';

/** Other formats than json address the commands. */
const view: View = {
  kind: 'table',
  name: 'path',
  columns: [
    { header: 'command', path: 'path' },
    { header: 'summary', path: 'summary' },
    { header: 'effects', path: 'effects' },
  ],
  empty: 'no commands',
};

const run: Workflow = async ({ session, presenter }) => {
  const text = readPackageFile(file);
  const { output, query, field, fields } = session.globals;
  // The default is the document itself, on a terminal too.
  if (output === undefined && query === undefined && field === undefined && fields === undefined) {
    await presenter.write(text);
    return 0;
  }
  const document = parseJson(text);
  const commands = isObject(document) ? document['commands'] : undefined;
  await presenter.showDocument(view, document, Array.isArray(commands) ? commands.filter(isObject) : []);
  return 0;
};

export default run;
