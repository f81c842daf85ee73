/** The files of objects that are exported again. */
import { existsSync } from 'node:fs';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { ObjectState } from '../objects/desired.ts';
import { keyOfObject } from '../objects/desired.ts';
import type { ScopeInput } from '../objects/named.ts';
import type { FileObject, Layers } from './files.ts';
import { heldByFiles } from './files.ts';
import { objectOfFile } from './object-of-file.ts';

export interface HeldDocument {
  readonly path: string;
  /** The document in its file; undefined within a list. */
  readonly index: number | undefined;
  /** The position: `infra/web.yaml:3:1`. */
  readonly where: string;
  readonly state: ObjectState;
  readonly isAbsent: boolean;
}

export interface HeldObject {
  readonly path: string;
  readonly document: HeldDocument | undefined;
}

type HeldInput = ScopeInput & Readonly<{ exclude?: readonly string[] | undefined }>;

const heldBy = ({ path, index, file, place, declared, job }: FileObject): HeldObject => {
  if (declared === undefined || declared.source !== undefined)
    return { path: job?.file ?? path, document: undefined };
  const { settings, parts, absent: isAbsent } = declared;
  const where = `${file}:${place.line}:${place.column}`;
  return { path, document: { path, index, where, state: { settings, parts }, isAbsent } };
};

/** @param root of trivet.yaml, or the folder */
export const heldIn = async (
  { session, kinds }: { readonly session: Session; readonly kinds: readonly ObjectKind[] },
  layers: Layers,
  root: string | undefined,
  input: HeldInput,
): Promise<ReadonlyMap<string, readonly HeldObject[]>> => {
  const { io, signal } = session;
  const present = layers.map((folders) => folders.filter((one) => existsSync(one)));
  const files = await heldByFiles(present, { io, kinds, exclude: input.exclude ?? [], signal, root });
  const found = new Map<string, HeldObject[]>();
  for (const file of files.toSorted(
    (a, b) => Number(b.declared !== undefined) - Number(a.declared !== undefined),
  )) {
    const object = await objectOfFile(session, kinds, file, input);
    if (object === undefined) continue;
    const key = keyOfObject(object);
    found.set(key, [...(found.get(key) ?? []), heldBy(file)]);
  }
  return found;
};
