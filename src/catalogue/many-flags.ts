import type { ServiceName } from './product.ts';
import { serviceTraits } from './product.ts';
import type { Parameter, Parameters } from './parameter.ts';
import { toggle } from './parameter.ts';

export const whereFlag = {
  in: 'local',
  type: 'conditions',
  summary: "Only objects that satisfy 'FIELD OP VALUE'; repeatable",
  metavar: 'condition',
} as const satisfies Parameter;

export const paceFlags = {
  parallel: {
    in: 'local',
    type: 'integer',
    summary: 'Objects changed at once',
    default: '4',
    limits: { minimum: 1, maximum: 64 },
    metavar: 'n',
  },
  rate: {
    in: 'local',
    type: 'integer',
    summary: 'Changes started per second; 0: no limit',
    default: '0',
    limits: { minimum: 0, maximum: 1000 },
    metavar: 'n',
  },
} as const satisfies Parameters;

export const expectFlag = {
  in: 'local',
  type: 'string',
  summary: 'Stop unless this many objects match',
  limits: { pattern: String.raw`\d{1,9}(?:-\d{1,9})?`, meaning: 'a number or a range, such as 11 or 5-10' },
  metavar: 'n|n-m',
} as const satisfies Parameter;

export const limitFlag = {
  in: 'local',
  type: 'integer',
  summary: 'Change only this many objects',
  limits: { minimum: 1 },
  metavar: 'n',
} as const satisfies Parameter;

export const waveFlags = {
  wave: {
    flag: 'waves',
    in: 'local',
    type: 'strings',
    summary: 'Sizes of waves: 1,5,25%; the last one repeats',
    metavar: 'size',
  },
  check: {
    in: 'local',
    type: 'string',
    summary: 'Command after each wave; a failure stops it',
    keptFor: 'person',
    metavar: 'command',
  },
  'max-failures': {
    in: 'local',
    type: 'integer',
    summary: 'Stop after this many failures',
    default: '10 in a row',
    limits: { minimum: 1 },
    metavar: 'n',
  },
  'on-failure': {
    in: 'local',
    type: 'string',
    summary: 'After failures: stop, or undo what was done',
    enum: ['stop', 'undo'],
    default: 'stop',
    metavar: 'what',
  },
} as const satisfies Parameters;

/** A pipeline keeps the file, and the folder of receipts links to it. */
export const receiptFlag = {
  in: 'local',
  type: 'string',
  summary: 'File to write the receipt to',
  complete: 'file',
  keptFor: 'person',
  metavar: 'file',
} as const satisfies Parameter;

export const resumeFlag = {
  in: 'local',
  type: 'string',
  summary: 'Continue the run of a receipt',
  complete: 'file',
  metavar: 'receipt',
} as const satisfies Parameter;

const manyFlags = {
  where: { ...whereFlag, summary: "Change objects that satisfy 'FIELD OP VALUE'; repeatable" },
  all: toggle('Change every object'),
  expect: expectFlag,
  limit: limitFlag,
  ...paceFlags,
  ...waveFlags,
  receipt: receiptFlag,
  resume: resumeFlag,
  'retry-unknown': toggle('With --resume: also repeat changes of unknown outcome'),
} as const satisfies Parameters;

export const manyFlagsOf = (service: ServiceName | undefined): Parameters => {
  const usual = service && serviceTraits[service].usualRate;
  return usual === undefined ? manyFlags : { ...manyFlags, rate: { ...paceFlags.rate, default: usual } };
};
