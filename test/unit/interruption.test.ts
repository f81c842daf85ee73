/** Tests which signals end a run at once, and which only repeat the first. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Collected } from '../../src/run/collected.ts';
import { createInterruption } from '../../src/run/interruption.ts';
import type { Io } from '../../src/system/io.ts';
import { surroundingsOf } from './profiles-surroundings.ts';

const [hangUp, interrupt, quit, terminate] = [1, 2, 3, 15];

/** Signals at these milliseconds. */
type Signals = readonly (readonly [signal: number, at: number])[];

/** A run whose process gets signals; `exits` are the codes with which it is ended at once. */
const started = (exitable = true) => {
  const exits: number[] = [];
  let time = 0;
  let deliver: ((signal: number) => void) | undefined;
  const io: Io = {
    ...surroundingsOf({}),
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => 0,
    monotonic: () => time,
    onSignal: (listener) => {
      deliver = listener;
      return () => {
        deliver = undefined;
      };
    },
    ...(exitable && { exit: (code: number) => exits.push(code) }),
  };
  const interruption = createInterruption(io, new Collected('1', () => undefined));
  const send = async (signals: Signals): Promise<void> => {
    for (const [signal, at] of signals) {
      time = at;
      deliver?.(signal);
    }
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { interruption, exits, send, listens: () => deliver !== undefined };
};

const ends = async (...signals: Signals): Promise<readonly number[]> => {
  const { interruption, exits, send } = started();
  await send(signals);
  interruption.stop();
  expect(interruption.signalled()).toBe(signals[0]?.[0]);
  expect(interruption.signal.aborted).toBe(true);
  return exits;
};

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

test('the second SIGHUP of a closed terminal is ignored after the run, until the process has ended', async () => {
  const { interruption, exits, send, listens } = started();
  await send([[hangUp, 0]]);
  interruption.stop();
  await send([[hangUp, 10]]);
  expect(listens()).toBe(true);
  expect(exits).toEqual([]);
  await send([[terminate, 2000]]);
  expect(exits).toEqual([143]);
});

test('the first signal after a run ends its process', async () => {
  const { interruption, exits, send } = started();
  interruption.stop();
  await send([[interrupt, 0]]);
  expect(exits).toEqual([130]);
});

test('a run inside a program of others no longer listens to signals when it is over', () => {
  const { interruption, listens } = started(false);
  interruption.stop();
  expect(listens()).toBe(false);
});
