import { isList, object, objects, text, type JsonObject } from '../wire/json.ts';
import { BATCH_RUN } from './timing.ts';

export interface Outcome {
  readonly milliseconds: number;
  readonly exitCode: number;
}

function baseName(command: string): string {
  return command.slice(command.lastIndexOf('/') + 1);
}

function seconds(source: string | undefined): number {
  return Math.round(Number.parseFloat(source ?? '0') * 1000);
}

/** Known commands set duration and exit code; others succeed after the default time. */
function commandOutcome(task: JsonObject): { milliseconds: number | undefined; exitCode: number } {
  const config = object(task, 'Config') ?? {};
  const list = config['args'];
  const args = isList(list) ? list.filter((item) => typeof item === 'string') : [];
  switch (baseName(text(config, 'command'))) {
    case 'sleep':
      return { milliseconds: seconds(args[0]), exitCode: 0 };
    case 'false':
      return { milliseconds: undefined, exitCode: 1 };
    case 'sh':
    case 'bash': {
      const script = args.join(' ');
      const sleep = /\bsleep\s+(\d+(?:\.\d+)?)/u.exec(script)?.[1];
      const exit = /\bexit\s+(\d+)\s*$/u.exec(script)?.[1];
      return {
        milliseconds: sleep === undefined ? undefined : seconds(sleep),
        exitCode: exit === undefined ? 0 : Number(exit),
      };
    }
    default:
      return { milliseconds: undefined, exitCode: 0 };
  }
}

export function groupOutcome(group: JsonObject, type: string): Outcome | undefined {
  const outcomes = objects(group, 'Tasks').map(commandOutcome);
  const failing = outcomes.find((outcome) => outcome.exitCode !== 0);
  const longest = Math.max(0, ...outcomes.map((outcome) => outcome.milliseconds ?? BATCH_RUN));
  if (failing !== undefined) {
    return { milliseconds: failing.milliseconds ?? BATCH_RUN, exitCode: failing.exitCode };
  }
  return type === 'service' || type === 'system' ? undefined : { milliseconds: longest, exitCode: 0 };
}
