/** Servers silently drop unknown fields and may keep old values, so the object is compared with what was sent. */
import { asRead, bodyPlace } from '../../catalogue/operation.ts';
import { TrivetError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject } from '../../documents/json/json.ts';
import { tokens } from '../../documents/json/pointer.ts';
import type { Pointer } from '../../documents/json/pointer.ts';
import { isSame } from '../../catalogue/change.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { quoted } from '../../catalogue/text/server-text.ts';
import { find } from '../../output/text/item.ts';
import { plainText } from '../../output/text/value.ts';
import { serviceOf } from '../../services/index.ts';
import type { Outcome } from '../session/outcome.ts';
import type { Snapshot } from '../snapshot.ts';
import { snapshot } from '../snapshot.ts';
import type { OperationContext } from './workflow.ts';
import { isSensitive } from '../../catalogue/shown.ts';

type Written = Readonly<Record<string, Json>>;

const unknownIn = ({ operation, options }: OperationContext): Written => {
  const at = bodyPlace(operation);
  const place = at === '' ? [] : tokens(at);
  const known = new Set(
    Object.entries(operation.parameters).flatMap(([key, parameter]) => [
      documentedName(key, parameter),
      ...(parameter.pointer === undefined ? [] : [tokens(parameter.pointer)[place.length] ?? '']),
    ]),
  );
  const base = place.reduce<Json | undefined>(below, options.base);
  const all: [string, Json][] = [
    ...(isObject(base)
      ? Object.entries(base).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value] satisfies [string, Json]],
        )
      : []),
    ...(options.extra ?? []).flatMap(([path, value]): [string, Json][] => {
      const [key, deeper] = relative(path, place);
      return key === undefined || deeper !== undefined ? [] : [[key, value]];
    }),
  ];
  return Object.fromEntries(all.filter(([key, value]) => !known.has(key) && value !== null));
};

const below = (document: Json | undefined, key: string): Json | undefined =>
  isObject(document) ? document[key] : undefined;

const relative = (path: Pointer, place: readonly string[]): readonly string[] => {
  const all = tokens(path);
  return place.every((token, index) => all[index] === token) ? all.slice(place.length) : [];
};

/** The change was made, so a failed look-up is not a failure. */
const readable = async (...asked: Parameters<typeof snapshot>): Promise<Snapshot | undefined> => {
  try {
    return await snapshot(...asked);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** Warns of settings that the object lacks; silent if it cannot be read. */
export const warnOfNotKept = async (context: OperationContext, outcome: Outcome): Promise<void> => {
  const { session, operation, command, spoken } = context;
  const names = Object.keys(unknownIn(context));
  if (operation.effect === 'read' || names.length === 0) return;
  const kind = await session.program.catalogue.kindWrittenBy(command);
  const given = { ...spoken, ...outcome.input };
  const show = kind?.show.operations
    .map((one) => one.operation)
    .find(({ parameters }) =>
      Object.keys(parameters).every((key) => parameters[key]?.in !== 'path' || given[key] !== undefined),
    );
  if (kind === undefined || show === undefined) return;
  const found = await readable(session, asRead(show), given);
  if (found?.kind !== 'data') return;
  const missing = names.filter((name) => find(found.data, name, outcome.product.wire) === undefined);
  if (missing.length === 0) return;
  session.reporter.warn(
    `the server did not keep ${missing.join(', ')}: trivet ${kind.show.path} does not have ${missing.length === 1 ? 'it' : 'them'}`,
  );
};

/** Warns of settings that the reply lacks; silent if the reply is not the object. */
export const warnOfNotTaken = async (
  { session, spoken, operation, command }: OperationContext,
  { document, product }: Outcome,
): Promise<void> => {
  const service = serviceOf(operation.service);
  // Each request makes another certificate, whose fields have other meanings.
  if (operation.effect === 'unsafe' && (await session.program.catalogue.kindWrittenBy(command)) === undefined)
    return;
  // A wrapped reply is not the object.
  if (service.viewOf?.(document, operation.view) !== undefined) return;
  const [item] = service.readItems(document, operation.view);
  if (item === undefined) return;
  const reported = (name: string): Json => find(item, name, product.wire) ?? null;
  const given: Readonly<Record<string, unknown>> = spoken;
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const to = given[key] as Json | undefined;
    const name = documentedName(key, parameter);
    if (parameter.in !== 'body' || to === undefined || to === null || isSensitive(parameter)) continue;
    const from = find(item, name, product.wire);
    const { type, zero } = parameter;
    // Bytes have another form in the reply than in the input.
    if (type === 'bytes') continue;
    if (from === undefined || isObject(from) || isSame({ zero, type }, from, to, reported)) continue;
    const shown = plainText(from, true);
    const said = typeof from === 'string' || Array.isArray(from) ? quoted(shown) : shown;
    session.reporter.warn(`the server did not take ${name}: it reports ${said}`, said === shown ? '' : shown);
  }
};
