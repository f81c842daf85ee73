import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Session } from './session/session.ts';

const listsScope = ({ effect, view, parameters }: Operation): boolean =>
  effect === 'read' &&
  view.kind === 'table' &&
  Object.values(parameters).every(({ in: place, context }) => place !== 'path' || context !== undefined);

/** Notes that a list covers only the first of the scopes in a profile. @param input without the settings */
export const sayOtherScopes = async (
  session: Session,
  operation: Operation,
  input: InputRecord,
): Promise<void> => {
  if (!listsScope(operation)) return;
  const { context } = await session.endpoint(operation.service);
  for (const [key, { context: part }] of Object.entries(operation.parameters)) {
    const named =
      part === 'namespace'
        ? context.namespace
        : part === 'mount'
          ? context.mounts[operation.id.split('.')[0] ?? '']
          : undefined;
    if (part === undefined || input[key] !== undefined || named?.also === undefined) continue;
    const others = named.also.map(shellWord).join(', ');
    session.reporter.note(
      `only ${part} ${shellWord(named.value)} was looked at: ${named.source} also names ${others} (--${part})`,
    );
  }
};
