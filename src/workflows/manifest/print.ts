/** Prints the manifest that the build made from the catalogue. */
import { ownView } from '../own-view.ts';
import type { Workflow } from '../workflow.ts';
import { writeJson } from '../../model/lossless.ts';
import { savedManifest, narrowed, objectsIn, readManifest } from './document.ts';

type Chosen = Readonly<{ command?: readonly string[] | undefined }>;

const run: Workflow<Chosen> = async ({ command, session, presenter, input }) => {
  const { output, query, field, fields } = session.globals;
  const paths = input.command;
  // The default is the document itself, on a terminal too.
  const whole = output === undefined && query === undefined && field === undefined && fields === undefined;
  if (whole && paths === undefined) {
    await presenter.write(savedManifest());
    return 0;
  }
  const manifest = readManifest();
  const document = paths === undefined ? manifest : narrowed(manifest, paths);
  if (whole) await presenter.write(`${writeJson(document, 2)}\n`);
  else await presenter.showDocument(ownView(command), document, objectsIn(document, 'commands'));
  return 0;
};

export default run;
