/** The object of a file, without asking a server. */
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { Declared } from '../objects/declared.ts';
import type { ObjectName } from '../objects/desired.ts';
import { assignedIn } from '../objects/desired.ts';
import type { ScopeInput } from '../objects/named.ts';
import { objectNamed, scopeOfFile } from '../objects/named.ts';
import { jobNamesIn } from './job-source.ts';

interface Naming {
  readonly declared: Declared | undefined;
  readonly job: { readonly text: string } | undefined;
}

type NameInput = ScopeInput & Readonly<{ as?: readonly string[] | undefined }>;

/** Finds the object by what stands for a name that only the server knows; undefined if nothing does. */
export const objectOfFile = async (
  session: Session,
  kinds: readonly ObjectKind[],
  { declared, job }: Naming,
  input: NameInput,
): Promise<ObjectName | undefined> => {
  const kind = declared?.kind ?? kinds.find(({ write }) => write?.documentParameter !== undefined);
  const inside = job === undefined ? undefined : jobNamesIn(job.text);
  const stands = declared && assignedIn(declared.kind, declared.settings);
  const name = declared?.name ?? inside?.id ?? stands ?? (kind?.singleton === true ? '' : undefined);
  if (kind === undefined || name === undefined) return undefined;
  const said = { namespace: inside?.namespace, ...declared?.scope };
  return objectNamed(session, kind, name, scopeOfFile(kind, said, input));
};
