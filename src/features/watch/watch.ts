/** Takes the terminal, and gives it back however it ends. */
import { Inside } from '../../run/invocation/inside.ts';
import type { Interruption } from '../../run/interruption.ts';
import { Exit, TrivetError, usageError } from '../../system/error.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { kindNames, kindNamed } from '../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { serviceNames } from '../../catalogue/product.ts';
import { closest } from '../../catalogue/text/suggest.ts';
import { Deadline } from '../../system/deadline.ts';
import { until } from '../../system/until.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { colorLevel, painter } from '../../output/color.ts';
import { openCanvas } from '../../output/full/canvas.ts';
import { showsUnicode } from '../../output/text/pictures.ts';
import type { OwnContext, Workflow } from '../../run/single/workflow.ts';
import type { LookedAt } from '../../run/looked-at.ts';
import { jobNamespaces, lookedAt, lookedAtText, mountsLookedAt } from '../../run/looked-at.ts';
import { anyNamespace } from '../../commands/job/parts.ts';
import { App } from './app.ts';
import type { WatchedObject } from './about.ts';
import { printPlainly } from './plain.ts';
import { runLine } from './run-line.ts';
import { suggest } from '../../run/suggest.ts';
import type { Session } from '../../run/session/session.ts';

type Input = Readonly<{
  what?: readonly string[] | undefined;
  plain?: boolean | undefined;
  namespace?: readonly string[] | undefined;
}>;

const flagsOf = (name: string, namespaces: readonly string[]): Readonly<Record<string, string>> => {
  const [namespace] = namespaces;
  if (namespace === undefined) return {};
  if (namespaces.length === 1 && namespace !== '*') return { namespace };
  throw usageError(`${name} is one object, in one namespace`, 'Name it: --namespace NAME.');
};

interface Meant {
  readonly kinds: readonly ObjectKind[];
  readonly target: WatchedObject | undefined;
}

const meant = async (
  session: Session,
  words: readonly string[],
  namespaces: readonly string[],
): Promise<Meant> => {
  const { catalogue } = session.program;
  const kinds: ObjectKind[] = [];
  for (const [at, word] of words.entries()) {
    const kind = await catalogue.kind(kindNamed(word) ?? word);
    if (kind !== undefined) kinds.push(kind);
    else if (at === 1 && words.length === 2 && kinds[0] !== undefined)
      return { kinds: [], target: { kind: kinds[0], name: word, flags: flagsOf(word, namespaces) } };
    else {
      const [near] = closest(word, kindNames);
      const hint = near === undefined ? `Kinds are ${kindNames.join(', ')}.` : `Did you mean ${near}?`;
      throw usageError(`unknown kind "${word}"`, hint);
    }
  }
  const unlisted = kinds.find(({ list, parent }) => list === undefined || parent !== undefined);
  if (unlisted !== undefined)
    throw usageError(
      `watch cannot list every ${unlisted.summary}`,
      unlisted.parent === undefined
        ? `Give a name: ${suggest(session, `watch ${unlisted.kind} NAME`)}`
        : `It is a part of an object: ${suggest(session, `watch ${unlisted.parent.kind} NAME`)}`,
    );
  return { kinds, target: undefined };
};

/** The command whose rows name their objects. */
const homeCommand = async ({ groups }: Catalogue): Promise<Command> => {
  for (const group of groups) {
    if (group.service !== undefined) continue;
    const found = (await group.load()).find(({ view }) => view?.kind === 'table' && view.about !== undefined);
    if (found !== undefined) return found;
  }
  throw new TypeError('no command says what its rows are about');
};

/**
 * A service with wrong settings has no endpoint, and reports why.
 * @throws TrivetError if nothing is configured, or not a kind's service
 */
const endpointsOf = async ({ session }: OwnContext<Input>, kinds: readonly ObjectKind[]) => {
  for (const { service } of kinds) await session.endpoint(service);
  const found = await Promise.all(
    serviceNames.map(async (service) => {
      try {
        return { service, endpoint: await session.endpoint(service) };
      } catch (error) {
        // A missing profile says nothing about a service.
        if (!(error instanceof TrivetError) || error.details.reason === 'no-profile') throw error;
        return error.code === 'no-address' ? undefined : { service, endpoint: undefined };
      }
    }),
  );
  const configured = found.filter((one) => one !== undefined);
  if (configured.length > 0) return configured;
  throw new TrivetError('no-address', Exit.local, 'nothing is configured', {
    hint: 'Try it without a server: trivet sandbox exec -- trivet watch',
  });
};
type Configured = Awaited<ReturnType<typeof endpointsOf>>;

const placeOf = (configured: Configured): { readonly text: string; readonly guarded: boolean } => {
  const endpoints = configured.flatMap(({ endpoint }) => endpoint ?? []);
  const [guarded] = endpoints.flatMap(({ protection }) => protection ?? []);
  const hosts = [...new Set(endpoints.map(({ baseUrl }) => new URL(baseUrl).host))];
  const profile = guarded?.name ?? endpoints.find((one) => one.profile !== undefined)?.profile;
  const name = profile === undefined ? '' : `[${profile}] `;
  return { text: `${name}${hosts.join(' ')}`, guarded: guarded !== undefined };
};

/** A list is of one mount, the first of the settings. */
const listedIn = (
  endpoint: Endpoint,
  kinds: readonly ObjectKind[],
  namespaces: readonly string[] | undefined,
): LookedAt | undefined => {
  const shown = kinds.filter(({ service }) => service === endpoint.service);
  const place = lookedAt(endpoint, jobNamespaces(endpoint, namespaces, anyNamespace.default));
  if (shown.length === 0 || place?.mounts === undefined) return shown.length === 0 ? undefined : place;
  const mounts = shown.flatMap(({ list, show: { path } }) =>
    list !== undefined && 'mount' in parametersOf(list.command)
      ? mountsLookedAt(endpoint, path.split(' ')[0] ?? '').names.slice(0, 1)
      : [],
  );
  return { ...place, mounts: [...new Set(mounts)] };
};

const refuseHere = ({ session }: OwnContext<Input>): void => {
  const { io } = session;
  const plain = `Print lines instead: ${suggest(session, 'watch --plain')}`;
  if (io.env['TERM'] === 'dumb')
    throw usageError('watch needs a terminal whose cursor can be moved, and TERM is dumb', plain);
  if (io.stdout.isTTY !== true)
    throw usageError('watch draws on a terminal, and standard output is not one', plain);
};

/** A command with the terminal gets its own signals. */
const ownSignals = (context: OwnContext<Input>, end: AbortController) => {
  const { interruption, session } = context;
  interruption.stop();
  let lent = false;
  let signalled: number | undefined;
  const stop = session.io.onSignal((signal) => {
    if (lent && signal !== 1) return;
    signalled ??= signal;
    end.abort();
  });
  return {
    stop,
    signalled: () => signalled,
    lend: (is: boolean) => {
      lent = is;
    },
  };
};

const run: Workflow<Input> = async (context) => {
  const { session, input } = context;
  const { io, globals, receipt, program } = session;
  const { catalogue } = program;
  const { namespace: namespaces } = input;
  const { kinds, target } = await meant(session, input.what ?? [], namespaces ?? []);
  if (input.plain !== true) refuseHere(context);
  const configured = await endpointsOf(context, target === undefined ? kinds : [target.kind]);
  const end = new AbortController();
  const signals = ownSignals(context, end);
  const interruption: Interruption = {
    ...context.interruption,
    signal: end.signal,
    writeSignal: end.signal,
    signalled: signals.signalled,
  };
  // There is no log-in within the screen.
  const inside = new Inside({
    session: { io, globals, receipt, program },
    interruption,
  });
  const quiet = { ...globals, output: 'json', quiet: true, noInput: true, timeout: undefined } as const;
  if (globals.timeout !== undefined)
    new Deadline(globals.timeout, () => io.monotonic()).whenPassed(end.signal, () => end.abort());
  let exit = 0;
  let defect: { readonly error: unknown } | undefined;
  const leave = (code: number): void => {
    exit = code;
    end.abort();
  };
  const broken = (error: unknown): void => {
    defect ??= { error };
    end.abort();
  };
  const home = await homeCommand(catalogue);
  const open = async (app: App): Promise<void> => {
    app.home = configured.map(({ service }) =>
      app.source(service, home, { service: [service], namespace: namespaces }, quiet),
    );
    if (target !== undefined) await app.openObject(target);
    else if (kinds.length === 0) app.openHome();
    else {
      app.openKinds(kinds, ({ service, namespaceField }) => {
        const endpoint = configured.find((one) => one.service === service)?.endpoint;
        const looked =
          namespaceField === undefined || endpoint === undefined
            ? namespaces
            : jobNamespaces(endpoint, namespaces, anyNamespace.default);
        return looked === undefined ? [quiet] : looked.map((namespace) => ({ ...quiet, namespace }));
      });
    }
  };
  const places = configured.flatMap(({ endpoint }) =>
    endpoint === undefined
      ? []
      : ((kinds.length === 0 ? lookedAt(endpoint, namespaces) : listedIn(endpoint, kinds, namespaces)) ?? []),
  );
  const looked = target === undefined && places.length > 0 ? lookedAtText(places) : '';
  if (input.plain === true && looked !== '') session.reporter.note(looked);
  const common = {
    catalogue,
    looked,
    inside,
    globals: quiet,
    now: () => io.now(),
    signal: end.signal,
    leave,
    broken,
  };
  try {
    if (input.plain === true) {
      await printPlainly(context, { ...common, open, end });
    } else {
      let app: App | undefined;
      const canvas = openCanvas(io, {
        key: (name) => {
          app?.key(name).catch(broken);
        },
        pasted: (text) => app?.pasted(text),
        resized: () => app?.draw(),
        gone: () => end.abort(),
      });
      if (canvas === undefined)
        throw usageError(
          'there is no terminal to draw on',
          `Print lines instead: ${suggest(session, 'watch --plain')}`,
        );
      try {
        const level = colorLevel({ flag: globals.color, env: io.env, isTTY: true });
        app = new App({
          ...common,
          canvas,
          paint: await painter(level),
          unicode: showsUnicode(io.env),
          place: placeOf(configured),
          runLine: async (line) => {
            signals.lend(true);
            try {
              return await runLine(session.program, line, io);
            } finally {
              signals.lend(false);
            }
          },
        });
        await open(app);
        // Ages grow without a read.
        await until({
          read: () => app?.draw(),
          judge: () => ({ again: 1000 }),
          first: 1000,
          signal: end.signal,
        });
      } finally {
        canvas.close();
      }
    }
  } finally {
    signals.stop();
    end.abort();
    await inside.close();
  }
  if (defect !== undefined) throw defect.error;
  const signal = signals.signalled();
  return signal === undefined ? exit : 128 + signal;
};

export default run;
