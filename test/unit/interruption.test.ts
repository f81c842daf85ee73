/** Tests which signals end a run at once, and which only repeat the first. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Collected } from '../../src/engine/collected.ts';
import { createInterruption } from '../../src/engine/interruption.ts';
import type { World } from '../../src/world/world.ts';
import { surroundingsOf } from './profiles-surroundings.ts';

const [hangUp, interrupt, quit, terminate] = [1, 2, 3, 15];

/** The exit codes with which a run is ended at once, for signals at these milliseconds. */
const ends = async (...signals: readonly (readonly [signal: number, at: number])[]) => {
  const exits: number[] = [];
  let time = 0;
  let deliver: (signal: number) => void = () => undefined;
  const world: World = {
    ...surroundingsOf({}),
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => 0,
    monotonic: () => time,
    onSignal: (listener) => {
      deliver = listener;
      return () => undefined;
    },
    exit: (code) => exits.push(code),
  };
  const interruption = createInterruption(world, new Collected('1', () => undefined));
  for (const [signal, at] of signals) {
    time = at;
    deliver(signal);
  }
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  interruption.stop();
  expect(interruption.signalled()).toBe(signals[0]?.[0]);
  expect(interruption.signal.aborted).toBe(true);
  return exits;
};

type Signals = readonly (readonly [signal: number, at: number])[];

const ofOneCause: readonly (readonly [string, Signals])[] = [
  [
    'two SIGHUPs of a closed terminal',
    [
      [hangUp, 0],
      [hangUp, 10],
    ],
  ],
  [
    'two SIGHUPs, one of them late',
    [
      [hangUp, 0],
      [hangUp, 5000],
    ],
  ],
  [
    'the SIGTERM and SIGHUP of a service manager',
    [
      [terminate, 0],
      [hangUp, 1],
    ],
  ],
  [
    'the SIGHUP and SIGTERM of a service manager',
    [
      [hangUp, 0],
      [terminate, 1],
    ],
  ],
  [
    'one Ctrl-C that two processes pass on',
    [
      [interrupt, 0],
      [interrupt, 20],
    ],
  ],
];

test.each(ofOneCause)('a run is not ended at once by %s', async (_, signals) => {
  expect(await ends(...signals)).toEqual([]);
});

const impatient: readonly (readonly [string, number, Signals])[] = [
  [
    'a second Ctrl-C',
    130,
    [
      [interrupt, 0],
      [interrupt, 150],
    ],
  ],
  [
    'a second SIGTERM after a pause',
    143,
    [
      [terminate, 0],
      [terminate, 3000],
    ],
  ],
  [
    'another signal',
    131,
    [
      [interrupt, 0],
      [quit, 5],
    ],
  ],
  [
    'a SIGTERM some time after SIGHUPs',
    143,
    [
      [hangUp, 0],
      [hangUp, 10],
      [terminate, 2000],
    ],
  ],
];

test.each(impatient)('a run is ended at once by %s', async (_, code, signals) => {
  expect(await ends(...signals)).toEqual([code]);
});
