/** Reads that the server answers at a change, by the index of the last reply. */
import type { CallOptions } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

/** Seconds. */
export const waitSeconds = 30;

/** Undefined if the server cannot block. */
export const indexOf = ({ response }: Pick<Outcome, 'response'>): bigint | undefined => {
  const name = Object.keys(response.headers).find((one) => /^x-[a-z]+-index$/.test(one));
  const value = name === undefined ? undefined : response.headers[name]?.[0];
  return value !== undefined && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
};

/** Undefined for an index that went back: the cluster was restored, or is another one. */
export const nextIndex = (before: bigint | undefined, now: bigint | undefined): bigint | undefined =>
  now === undefined || (before !== undefined && now < before) ? undefined : now;

export const blockingSince = (index: bigint | undefined, seconds = waitSeconds): CallOptions =>
  index === undefined || index < 1n
    ? {}
    : {
        query: [
          ['index', String(index)],
          ['wait', `${seconds}s`],
        ],
        blocking: true,
      };
