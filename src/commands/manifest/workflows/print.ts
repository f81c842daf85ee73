import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { isStateKind, stateKinds, kindNamed } from '../../../catalogue/kind-name.ts';
import { environmentsSchema } from './environments-schema.ts';
import { kindSchema } from './kind-schema.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { savedManifest, narrowed, objectsIn, readManifest } from './manifest-document.ts';

type Chosen = Readonly<{ command?: readonly string[] | undefined; schema?: string | undefined }>;

/** @throws TrivetError usage, for an unknown kind, and for one that files cannot hold */
const schemaOf = async (catalogue: Catalogue, name: string): Promise<JsonObject> => {
  if (name === 'trivet.yaml') return environmentsSchema(catalogue);
  const known = kindNamed(name) ?? name;
  const kind = isStateKind(known) ? await catalogue.kind(known) : undefined;
  if (kind !== undefined) return kindSchema(kind);
  throw usageError(
    `--schema ${name}: files cannot hold this kind`,
    `The kinds are ${stateKinds.join(', ')}; trivet.yaml is the file of the environments.`,
  );
};

const run: Workflow<Chosen> = async ({ command, session, presenter, input }) => {
  const { output, query, field, fields } = session.globals;
  const paths = input.command;
  if (input.schema !== undefined) {
    if (paths !== undefined) throw usageError('--command and --schema cannot be given together');
    await presenter.showRaw(await schemaOf(session.program.catalogue, input.schema));
    return 0;
  }
  // The document is printed as it is, even on a terminal.
  const whole = output === undefined && query === undefined && field === undefined && fields === undefined;
  // Programs would pay for the indentation.
  const terminal = session.io.stdout.isTTY === true;
  if (whole && paths === undefined && !terminal) {
    await presenter.write(savedManifest());
    return 0;
  }
  const manifest = readManifest();
  const document = paths === undefined ? manifest : narrowed(manifest, paths);
  if (whole) await presenter.write(`${writeJson(document, terminal ? 2 : undefined)}\n`);
  else await presenter.showDocument(ownView(command), document, objectsIn(document, 'commands'));
  return 0;
};

export default run;
