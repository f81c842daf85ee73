// Runs a bundle of tests many times in this process: what vitest would take a second for takes a millisecond.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { expect } from 'vitest';
import { rolldown } from 'rolldown';
import { mutate, switchName } from './mutate.mjs';

const require = createRequire(import.meta.url);
/** More turns of loops than any test needs. */
const mostTurns = 200_000;
/** For a test that a mutant lets wait for ever: of idle time, or of the processor. */
const longestMs = 10_000;

/** What the tests of deciders use of vitest; a suite is only a place for its hooks. */
const collector = () => {
  const tests = [];
  let hooks = { before: [], after: [] };
  const add = (_, run) => {
    const { before, after } = hooks;
    tests.push(async () => {
      for (const hook of before) await hook();
      try {
        await run();
      } finally {
        for (const hook of after) await hook();
      }
    });
  };
  const within = (_, define) => {
    const outer = hooks;
    hooks = { before: [...outer.before], after: [...outer.after] };
    define();
    hooks = outer;
  };
  const each = (one) => (rows) => (name, run) => {
    for (const row of rows) one(name, () => run(...(Array.isArray(row) ? row : [row])));
  };
  const test = Object.assign(add, { each: each(add) });
  const describe = Object.assign(within, { each: each(within) });
  const module = {
    test,
    it: test,
    describe,
    expect,
    beforeEach: (hook) => hooks.before.push(hook),
    afterEach: (hook) => hooks.after.unshift(hook),
  };
  return { tests, module };
};

/** `node:crypto`, with the key pairs of the first load in each later one: some take seconds to make. */
const cryptoOnce = () => {
  const kept = [];
  let next = 0;
  const generateKeyPairSync = (...words) => {
    const what = JSON.stringify(words);
    const place = next;
    next += 1;
    if (kept[place]?.what !== what) kept[place] = { what, pair: crypto.generateKeyPairSync(...words) };
    return kept[place].pair;
  };
  return { module: { ...crypto, generateKeyPairSync }, begin: () => (next = 0) };
};

/** The tests with the mutated sources in one script, and the mutants. */
const bundled = async (root, sources, tests) => {
  const mutants = [];
  const entry = 'mutated-tests';
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'node',
    external: (id) => /^(?:node:|[@a-z])/.test(id) && id !== entry,
    logLevel: 'silent',
    treeshake: false,
    plugins: [
      {
        name: 'mutants',
        resolveId: (id) => (id === entry ? `\0${entry}.js` : undefined),
        load: (id) =>
          id === `\0${entry}.js` ? tests.map((file) => `import '${root}/${file}';`).join('\n') : undefined,
        transform: (code, id) => {
          const path = sources.find((one) => id === `${root}/${one}`);
          if (path === undefined) return undefined;
          const { text, mutants: found } = mutate(path, code, mutants.length);
          mutants.push(...found);
          return { code: text };
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  await bundle.close();
  return { code: output[0].code, mutants };
};

/** Time that passes while others have the processor does not count: a mutant must not end by the load of a machine. */
const inTime = async (run) => {
  const [begun, used] = [performance.eventLoopUtilization(), process.cpuUsage()];
  let timer;
  const late = new Promise((_, reject) => {
    const look = () => {
      const { user, system } = process.cpuUsage(used);
      const idle = performance.eventLoopUtilization(begun).idle;
      if (Math.max(idle, (user + system) / 1000) >= longestMs) reject(new Error('the test did not end'));
      else timer = setTimeout(look, 1000);
    };
    timer = setTimeout(look, 1000);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs the tests against each mutant of the sources.
 * @param root the folder that the paths begin from, with `/` between its parts
 * @returns the mutants, and those that every test passes with
 */
export const survivorsOf = async (root, sources, tests) => {
  const { code, mutants } = await bundled(root, sources, tests);
  const program = new Script(`(function (require, module, exports) {${code}\n})`).runInThisContext();
  let active = -1;
  let turns = 0;
  let seen = new Set();
  globalThis[switchName] = {
    is: (id) => {
      seen.add(id);
      return id === active;
    },
    turn: () => {
      turns += 1;
      if (turns > mostTurns) throw new Error('the loop does not end');
    },
  };
  const made = cryptoOnce();
  /** Everything is evaluated again, so that no mutant leaves anything behind. */
  const load = () => {
    const { tests: found, module } = collector();
    made.begin();
    const provide = (id) => (id === 'vitest' ? module : id === 'node:crypto' ? made.module : require(id));
    const loaded = { exports: {} };
    program(provide, loaded, loaded.exports);
    return found;
  };
  const passes = async (test) => {
    turns = 0;
    try {
      await inTime(test);
      return true;
    } catch {
      return false;
    }
  };

  const atLoad = new Set();
  seen = atLoad;
  const reaching = mutants.map(() => []);
  for (const [index, test] of load().entries()) {
    seen = new Set();
    await inTime(test);
    for (const id of seen) reaching[id].push(index);
  }
  for (const id of atLoad) reaching[id] = [...reaching[id], ...load().keys()];

  const survivors = [];
  for (const mutant of mutants) {
    active = mutant.id;
    let all;
    try {
      all = load();
    } catch {
      continue;
    }
    let survives = true;
    for (const index of new Set(reaching[mutant.id])) {
      if (all[index] !== undefined && (await passes(all[index]))) continue;
      survives = false;
      break;
    }
    if (survives) survivors.push({ ...mutant, reached: reaching[mutant.id].length > 0 });
  }
  active = -1;
  return { mutants, survivors };
};
