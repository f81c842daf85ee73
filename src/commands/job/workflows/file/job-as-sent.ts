/** `--body` and `--set` can change the file's job, also its ID and namespace. */
import type { Json } from '../../../../documents/json/json.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import type { WrittenOptions } from '../../../../run/session/session.ts';
import { asSent } from '../../../../http/request.ts';

interface SentJob {
  readonly job: Json;
  /** The options of the request, in which an item must not be appended twice. */
  readonly options: WrittenOptions;
}

export const jobAsSent = (operation: Operation, file: Json, options: WrittenOptions): SentJob => ({
  job: asSent(operation, { Job: file }, options).Job,
  options: {
    ...options,
    extra: options.extra?.filter(([pointer]) => !/^\/job(?:\/|$)/i.test(pointer)),
  },
});
