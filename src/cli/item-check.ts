/** What a batch wants to know of a line before anything is sent. */
import type { Command } from '../model/catalogue/command.ts';
import { none } from '../model/values/list.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { ServiceName } from '../model/catalogue/product.ts';
import { serviceNames } from '../model/catalogue/product.ts';
import { whenReady } from '../model/values/when-ready.ts';
import { serverOf } from './server-of.ts';
import { createRun } from '../engine/create-run.ts';
import type { ItemCheck, SharedParts } from '../engine/item.ts';
import { mayBeOneTime } from '../engine/output/one-time-secrets.ts';
import type { RunParts } from '../engine/run-parts.ts';
import type { World } from '../world/world.ts';
import { version } from '../version.ts';
import { index } from './index-of-commands.ts';
import type { Route } from './route.ts';
import { route } from './route.ts';
import { checkCommand } from '../engine/invocation/run.ts';
import type { Words } from './many/selects.ts';
import { selects, strayOf } from './many/selects.ts';

/** The service that a command of the tool's own sends requests to: `api workspaces`. */
const serviceGiven = ({ requests }: Command, { service }: InputRecord): ServiceName | undefined =>
  requests === undefined ? serviceNames.find((name) => name === service) : undefined;

const checkWords = (
  { command, given }: Words,
  tail: readonly string[],
  parts: RunParts,
): ItemCheck | Promise<ItemCheck> =>
  whenReady(checkCommand({ command, given, tail }, parts), (chosen) => {
    const service = chosen?.operation.service ?? serviceGiven(command, given.input);
    const once = chosen !== undefined && mayBeOneTime(chosen.operation);
    if (service === undefined) return { server: undefined, once };
    return whenReady(parts.session.server(service), ({ endpoint }) => ({ server: serverOf(endpoint), once }));
  });

const refuseMany = async (words: Words): Promise<never> => {
  const { aboutMany, manyInBatch } = await import('./many/unfit.ts');
  const stray = strayOf(words);
  throw stray === undefined || selects(words) ? manyInBatch(words.command) : aboutMany(stray);
};

/** @param readWords reads the words of a command line */
export const itemCheck =
  (readWords: (found: Route, world: World, shared: SharedParts) => Words | Promise<Words>) =>
  (argv: readonly string[], world: World, shared: SharedParts): ItemCheck | Promise<ItemCheck> => {
    const found = route(argv, index);
    if (found.asksHelp || found.asksVersion) return { server: undefined, once: false };
    return whenReady(readWords(found, world, shared), (words) => {
      if (selects(words) || strayOf(words) !== undefined) return refuseMany(words);
      const { globals } = words.given;
      const opened = shared.forChecks(globals, () => createRun({ world, globals, version, shared }));
      return whenReady(opened, (parts) => checkWords(words, found.tail ?? none, parts));
    });
  };
