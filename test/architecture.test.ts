/** Holds the rooms of src and the arrows between them (docs/adr/0023): what a file may import, `import()` included. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../src/commands/groups.ts';
import type { Read } from '../src/catalogue/operation.ts';
import { perService, serviceNames } from '../src/catalogue/product.ts';
import { serviceFacts } from '../src/catalogue/services/list.ts';
import type { Session } from '../src/run/session/session.ts';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

/** From the top down: a file imports its own room or a lower one. Rooms of one line are one floor. */
const floors: readonly (readonly string[])[] = [
  ['main.ts', 'entry.ts', 'library.ts'],
  ['features'],
  ['commands'],
  ['cli'],
  ['run'],
  ['services'],
  ['http'],
  ['config'],
  ['output'],
  ['catalogue'],
  ['documents'],
  ['system'],
  ['version.ts'],
];

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
  /** The file that runs a command, which its declaration names: the one import that may go up. */
  readonly run: boolean;
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const importsOf = (file: string): readonly Import[] => {
  const text = withoutComments(readFileSync(file, 'utf8'));
  const found: Import[] = [];
  for (const [, kind, from = ''] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^;'"]*?\s+from\s+)?'([^']+)'/gm,
  ))
    found.push({ from, typeOnly: kind !== undefined, run: false });
  for (const [, names, from = ''] of text.matchAll(
    /(\b(?:run|workflow)\s*:\s*\(\)\s*=>\s*)?\bimport\(\s*'([^']+)'\s*\)/g,
  ))
    found.push({ from, typeOnly: false, run: names !== undefined });
  return found;
};

const graph = new Map(files.map((file) => [file, importsOf(file)]));

const pathOf = (file: string): string => relative(src, file);
const roomOf = (file: string): string => pathOf(file).split('/')[0] ?? '';
const floorOf = (file: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(file)));

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Every import of a file of src by another, but for the files that run commands. */
const arrows: readonly Arrow[] = [...graph].flatMap(([file, imports]) =>
  imports.flatMap(({ from, run }) => {
    const to = resolve(dirname(file), from);
    return (run && roomOf(file) === 'commands') || !graph.has(to) ? [] : [{ from: file, to }];
  }),
);

const told = ({ from, to }: Arrow): string => `${pathOf(from)} -> ${pathOf(to)}`;
const isSandbox = (file: string): boolean => roomOf(file) === 'sandbox';

test('every file is in a room that has a floor', () => {
  expect(files.filter((file) => !isSandbox(file) && floorOf(file) === -1).map(pathOf)).toEqual([]);
});

test('a file imports its own room or a lower one', () => {
  const up = arrows.filter(
    ({ from, to }) => !isSandbox(from) && !isSandbox(to) && floorOf(to) < floorOf(from),
  );
  expect(up.map(told)).toEqual([]);
});

test('the sandbox imports nothing of the program, which only starts it', () => {
  const crossing = arrows.filter(({ from, to }) => isSandbox(from) !== isSandbox(to));
  const starters = [...new Set(crossing.map(({ from }) => pathOf(from)))];
  expect(
    starters.filter(
      (path) =>
        !/^commands\/(?:sandbox|how)\/|^commands\/sandbox\/workflows\/started-sandbox\.ts$/.test(path),
    ),
  ).toEqual([]);
});

test('imports form no circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const next = new Map<string, string[]>();
  for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to]);
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].map(pathOf).join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('only the top imports the list of groups', () => {
  const users = arrows.filter(({ to }) => /^commands\/groups\.ts$/.test(pathOf(to)));
  expect([...new Set(users.map(({ from }) => pathOf(from)))]).toEqual(['main.ts']);
});

test('no file of a group compares a command or an operation with a text', () => {
  const byText =
    /\b(?:command\.path|operation\.id)(?:\s*[!=]==?\s*['"`]|\)\s*\{\s*case|\.(?:starts|ends)With\()/;
  const comparing = files.filter(
    (file) => roomOf(file) === 'commands' && byText.test(withoutComments(readFileSync(file, 'utf8'))),
  );
  expect(comparing.map(pathOf)).toEqual([]);
});

test('features import nothing of each other', () => {
  const featureOf = (file: string): string | undefined => /^features\/([^/]+)/.exec(pathOf(file))?.[1];
  const between = arrows.filter(({ from, to }) => {
    const [one, other] = [featureOf(from), featureOf(to)];
    return one !== undefined && other !== undefined && one !== other;
  });
  expect(between.map(told)).toEqual([]);
});

/** Package -> the files that may import it; all of them are reached only by `await import()`. */
const heavy: Readonly<Record<string, RegExp>> = {
  undici:
    /^http\/(?:transport\/undici-transport|transport\/undici-modules\.d|connection\/(?:dial|tunnel))\.ts$/,
  ws: /^(?:http\/socket\/socket|sandbox\/.*)\.ts$/,
  conf: /^config\/file\/store\.ts$/,
  execa: /^system\/child\/child\.ts$/,
  ora: /^output\/progress\.ts$/,
  'cli-table3': /^output\/formats\/table\.ts$/,
  'js-yaml': /^documents\/(?:yaml|read-yaml|parse-yaml)\.ts$/,
  '@jmespath-community/jmespath': /^output\/formats\/query\.ts$/,
  chalk: /^output\/color\.ts$/,
  minisearch: /^commands\/how\/workflows\/search-recipes\.ts$/,
  commander: /^cli\/(?:leaf|program)\.ts$/,
  '@modelcontextprotocol/server': /^features\/mcp\/protocol\.ts$/,
};

test.each(Object.entries(heavy))('only its owner imports %s', (name, allowed) => {
  const users = [...graph]
    .filter(([, imports]) =>
      imports.some(({ from, typeOnly }) => !typeOnly && (from === name || from.startsWith(`${name}/`))),
    )
    .map(([file]) => relative(src, file));
  expect(users.filter((file) => !allowed.test(file))).toEqual([]);
});

test('the fake server is the only HTTP server of the tests, but for those of WebSockets', () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const servers = tests
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:https?'/.test(
        readFileSync(join(import.meta.dirname, name), 'utf8'),
      ),
    );
  expect(servers.toSorted()).toEqual([
    'sandbox/jobs-action.test.ts',
    'support/fake-server.ts',
    'unit/http-socket.test.ts',
  ]);
});

test('no file switches off the type checker or the linter, or is a drawer like utils', () => {
  const hatches = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /(?::|\bas|<)\s*any\b(?!\s+[a-z])|@ts-ignore|@ts-expect-error|as unknown as|eslint-disable|oxlint-disable/.test(
          line,
        )
          ? [`${relative(src, file)}:${index + 1}: ${line.trim()}`]
          : [],
      ),
  );
  expect(hatches).toEqual([]);
  expect(
    files
      .map((file) => relative(src, file))
      .filter((file) => /(^|\/)(utils?|helpers?|common)(\/|\.)/.test(file)),
  ).toEqual([]);
});

/** The lists, and what is lent: of workspaces by the one service, of leases by the other. */
const tables =
  /^(?:commands\/groups|commands\/loans\/.*|commands\/lease\/workflows\/recover|sandbox\/.*)\.ts$/;

test('only the lists, and the rooms of a service, name it and its products', () => {
  const roomsOf = perService((service) => [
    `services/${service}/`,
    `catalogue/services/${service}/`,
    `features/doctor/${service}.ts`,
    `features/status/${service}`,
    ...(service === 'secrets' ? ['features/certificates/'] : []),
    ...groups.filter((group) => group.service === service).map(({ name }) => `commands/${name}/`),
  ]);
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return serviceNames.flatMap((service) => {
      if (tables.test(pathOf(file)) || roomsOf[service].some((room) => pathOf(file).startsWith(room)))
        return [];
      const words = [service, ...serviceFacts[service].products.map(({ product }) => product)];
      return [...text.matchAll(new RegExp(`.*'(?:${words.join('|')})'.*`, 'g'))].map(
        ([line]) => `${pathOf(file)}: ${line.trim()}`,
      );
    });
  });
  expect(named).toEqual([]);
  const edited = files.filter((file) => /\bid\.replace(?:All)?\(/.test(readFileSync(file, 'utf8')));
  expect(edited.map((file) => relative(src, file))).toEqual([]);
});

/** What shows the settings themselves, and what completes the place of a command before it has a request. */
const readSettings: readonly string[] = [
  // They show what a profile says.
  'commands/profile/workflows/source-of-values.ts',
  'features/doctor/secrets.ts',
  'features/doctor/workspaces.ts',
  // They are of a log-in, or of the server as a whole.
  'commands/auth/workflows/github.ts',
  'commands/auth/workflows/login.ts',
  'run/session/probe.ts',
  // The namespace of a file, or of the settings where the file has none.
  'commands/job/workflows/file/place.ts',
  'commands/state/workflows/objects/namespaces.ts',
  'commands/state/workflows/objects/object.ts',
  'run/invocation/checks.ts',
  'features/many/distinct.ts',
  // They are about all mounts and namespaces of the settings.
  'commands/pki/mount-of-certificate.ts',
  'features/certificates/gather.ts',
  'features/certificates/inventory/inventory.ts',
  'features/certificates/inventory/mount-certificates.ts',

  'features/certificates/attention.ts',
  'features/status/workspaces.ts',
  'run/looked-at.ts',
  'run/other-scopes.ts',
  // A question names a mount only where it is the one of the settings, or was given.
  'run/review.ts',
  // What a receipt says of the server, and whether a run would reach it.
  'run/session/one-session.ts',
  'features/undo/origin.ts',
];

test('where a change goes is read from its request, and not from the settings', () => {
  const place = /\bcontext\b[^;]{0,40}\b(?:namespace|organization|region|mounts)\b|\bnamedMounts\(/;
  const readers = files
    .filter((file) => !['sandbox', 'config', 'services', 'catalogue'].includes(roomOf(file)))
    .filter((file) => {
      const text = withoutComments(readFileSync(file, 'utf8'));
      return /\bendpoint\b|\bEndpoint\b/.test(text) && place.test(text);
    })
    .map(pathOf);
  expect(readers.toSorted()).toEqual(readSettings.toSorted());
});

/** What judges a condition, but of no rows: a state that ends a watch, what a file says, and the words of a call. */
const otherConditions = [
  'commands/job/workflows/watch/until.ts',
  'commands/state/workflows/objects/fields.ts',
  'features/mcp/grant.ts',
];

test('only the lists walk pages, and judge the conditions on rows', () => {
  const naming = (name: RegExp): readonly string[] =>
    files
      .filter((file) => !['sandbox', 'services'].includes(roomOf(file)))
      .filter((file) => name.test(withoutComments(readFileSync(file, 'utf8'))))
      .map(pathOf)
      .filter((path) => !/^(?:run\/lists|run\/session)\//.test(path));
  // A list does not compile as a look-up.
  const isLookedUp: Read extends Parameters<Session['lookUp']>[0] ? true : false = false;
  expect(isLookedUp).toBe(false);
  expect(naming(/\breadPage\b/)).toEqual(['run/snapshot.ts']);
  expect(naming(/\b(?:nextPage|mergePages|pageNames)\b/)).toEqual([]);
  const judging = arrows
    .filter(({ to }) => pathOf(to) === 'catalogue/selection/where.ts')
    .map(({ from }) => pathOf(from))
    .filter((path) => !path.startsWith('run/lists/'));
  expect([...new Set(judging)].toSorted()).toEqual(otherConditions);
});

/**
 * Files with a timer of their own, and what for. None of them waits for a state: that is `until`, with a `Deadline`.
 */
const timers: Readonly<Record<string, string>> = {
  'system/pause.ts': 'the pause of all others',
  'system/owner.ts': 'the heartbeat of the holder of a lock',
  'run/reporter.ts': 'the spinner',
  'run/interruption.ts': 'the time that an interrupted command has',
  'output/progress.ts': 'the picture of the spinner',
  'output/full/typed-ahead.ts': 'the end of a key of several bytes',
  'commands/job/workflows/action/action-input.ts': 'the heartbeat of a protocol',
  'features/mcp/serve.ts': 'the heartbeat of a protocol',
  'http/socket/frame-queue.ts': 'the heartbeat of a protocol',
  'http/socket/socket.ts': 'the hand-shakes of a connection',
  'http/transport/deadline-timer.ts': 'the deadlines of all requests in flight',
  'http/transport/open-stream.ts': 'the silence of a stream',
  'http/connection/dial.ts': 'the next address of a host',
  'http/connection/sent-certificates.ts': 'the hand-shake of a connection',
  'http/connection/starttls.ts': 'the silence of a connection',
  'http/connection/presented-certificates.ts': 'the silence of a connection',
};

/** Files that pause, and what for. */
const pauses: Readonly<Record<string, string>> = {
  'system/deadline.ts': 'the end of a limited time',
  'system/until.ts': 'every wait for a state',
  'http/retry.ts': 'the time before a request is sent again',
  'run/plan/many.ts': 'the rate of a run',
  'run/plan/waves.ts': 'the signal that ended a check, which can come after its end',
  'features/certificates/renew/renew-folder.ts': 'a random delay that a person asked for',
  'features/watch/source.ts': 'given to until, so that a key ends it',
};

test('only these files have timers, and whatever waits for a state uses until', () => {
  const source = files.filter((file) => !isSandbox(file));
  const timed = source.filter((file) =>
    /\b(?:setTimeout|setInterval)\(|timers\/promises/.test(withoutComments(readFileSync(file, 'utf8'))),
  );
  expect(timed.map(pathOf).toSorted()).toEqual(Object.keys(timers).toSorted());
  const paused = arrows.filter(({ from, to }) => pathOf(to) === 'system/pause.ts' && !isSandbox(from));
  expect(paused.map(({ from }) => pathOf(from)).toSorted()).toEqual(Object.keys(pauses).toSorted());
});

test('a limit that nobody gives stands in the one table of limits', () => {
  // `patience = 10_000`, `timeout: 5000`, `timeout ?? 10_000`: facts of the transport are named there.
  const literal = /\b(?:\w*[tT]imeout\w*|patience)\b(?:\s*:\s*number)?\s*(?:=|:|\?\?)\s*\d[\d_]{2,}\b/;
  const found = files.filter(
    (file) =>
      !isSandbox(file) &&
      !/^(?:system\/limits|http\/(?:transport\/undici-transport|connection\/connect))\.ts$/.test(
        pathOf(file),
      ) &&
      literal.test(withoutComments(readFileSync(file, 'utf8'))),
  );
  expect(found.map(pathOf)).toEqual([]);
});

/** What concludes from the requests of a run, and what changes something without a request of the session. */
const concluding = [
  'services/outcome.ts',
  'services/proof.ts',
  // Log-ins and log-outs change what is stored on this machine: their exchanges leave no receipt.
  /^(?:commands\/auth\/workflows|services\/secrets\/login\.ts|config\/file|run\/credential-stores)/,
  // A WebSocket has an exchange of its own.
  'commands/job/workflows/action/action.ts',
  // Files of this machine, after the server made its part.
  'run/presenter/keep-reply.ts',
  'features/certificates/files.ts',
  'features/certificates/renew/place.ts',
  'features/certificates/renew/renew-hook.ts',
  // Flags of requests, at a command that sends none.
  'cli/refuse-flags.ts',
];

test('whether something was changed is concluded from the requests of the run, and set by hand nowhere', () => {
  const byHand = files
    .filter((file) => !isSandbox(file))
    .filter((file) =>
      /\beffect: [^,;{}]*'(?:unchanged|unknown|done)'/.test(withoutComments(readFileSync(file, 'utf8'))),
    )
    .map(pathOf)
    .filter((path) => !concluding.some((one) => (typeof one === 'string' ? one === path : one.test(path))));
  expect(byHand).toEqual([]);
});
