/** A raw request is asked about like the command at its path. */
import type { Session, CallOptions } from '../../../run/session/session.ts';
import { isYes, risksIn } from '../../../run/review.ts';
import { asSent, secretsInBody } from '../../../http/request.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { documentedName, inputText } from '../../../catalogue/parameter.ts';
import { gravest, rank } from '../../../catalogue/risk.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { AtPath, RawInput, RawRequest } from './raw-request.ts';
import { ofEngine } from './engine.ts';
import { rawRequest, startsOnly } from './raw-request.ts';

const inQuery = (operation: Operation, query: RawRequest['query']): InputRecord =>
  Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) => {
      const value = query.find(([name]) => name === documentedName(key, parameter))?.[1];
      if (parameter.in !== 'query' || value === undefined) return [];
      return [[key, parameter.type === 'boolean' ? isYes(value) : value]];
    }),
  );

const asCommand = (
  { operation, named }: AtPath,
  query: RawRequest['query'],
  data: Json | undefined,
): Pick<AtPath, 'operation'> & { readonly input: InputRecord } => ({
  operation,
  input: asSent(operation, { ...named, ...inQuery(operation, query) }, { base: data, extra: [] }),
});

const literalParts = ({ operation: { path } }: AtPath): number =>
  path.split('/').filter((part) => part !== '' && !part.includes('{')).length;

/** The server takes the most literal path: `…/check-out` is not the name of a set. */
export const mostLiteral = (all: readonly AtPath[]): readonly AtPath[] => {
  const engineOf = ({ operation }: AtPath): string | undefined => operation.id.split('.')[0];
  return all.filter((one) =>
    all.every((other) => engineOf(other) !== engineOf(one) || literalParts(other) <= literalParts(one)),
  );
};

interface RawCall {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly options: CallOptions;
}

export const callOfRaw = (
  { operation, target, query, starts, own, change, why }: RawRequest,
  data: Json | undefined,
): RawCall => {
  const said = `Send ${operation.method} ${target}?`;
  const isRead = operation.effect === 'read';
  const known =
    isRead || change === undefined ? [...starts, ...own] : starts.filter((one) => one.operation === change);
  const commands = mostLiteral(known).map((one) => asCommand(one, query, data));
  const rankOf = (one: RawCall | (typeof commands)[number]): number =>
    rank(gravest(risksIn(one.operation, one.input).map(({ gravity }) => gravity)));
  const [first] = isRead ? commands : commands.toSorted((one, other) => rankOf(other) - rankOf(one));
  const hidden =
    data === undefined
      ? undefined
      : secretsInBody(
          known.map((one) => one.operation),
          data,
        );
  const mount = first === undefined ? undefined : inputText(first.input, 'mount');
  const options = {
    query,
    ...(data === undefined ? {} : { base: data }),
    ...(hidden && { secrets: hidden }),
    raw: {
      final: 'trivet api sent it, and no receipt keeps the state before a raw request',
      input: mount === undefined ? {} : { mount },
    },
  };
  if (first !== undefined) return { operation, input: {}, options: { ...options, like: { ...first, said } } };
  if (isRead) return { operation, input: {}, options };
  const risk = {
    risk: 'overwrites',
    gravity: 'type',
    question: '{said} {why}, so trivet does not know what it changes.',
    name: '{path}',
    input: { said, why: why ?? 'No command sends it', path: operation.path },
  } as const;
  return { operation, input: {}, options: { ...options, risks: [risk] } };
};

/**
 * Judges a request before anything is sent.
 * @param confirm `--confirm`
 * @param looks also reads the mount's engine
 */
export const judgedCall = async (
  session: Session,
  input: RawInput,
  { confirm, looks }: { readonly confirm: string | undefined; readonly looks: boolean },
): Promise<RawCall> => {
  const sent = await rawRequest(session, input);
  if (looks) return callOfRaw(await ofEngine(session, sent, 'later'), input.data);
  // A path confirms another engine's request; any other answer is to a command.
  return callOfRaw(confirm === sent.operation.path ? startsOnly(sent, []) : sent, input.data);
};
