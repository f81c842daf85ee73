/** Derived from a task's command and runs: nothing is kept and no timer runs. */
import { isProgram, baseName, runProgram } from '../action/shell.ts';
import type { Terminal } from '../action/programs.ts';
import { isList, object, objects, text, type JsonObject } from '../wire/json.ts';
import type { Allocation, TaskRun } from './records.ts';

export type LogType = 'stdout' | 'stderr';

interface Line {
  readonly after: number;
  readonly type: LogType;
  readonly text: string;
}

const QUIET = 10_000;

function programLines(command: string, args: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  let now = 0;
  const terminal: Terminal = {
    tty: false,
    stdout: (data) => lines.push({ after: now, type: 'stdout', text: data.toString() }),
    // A real shell would run commands that the simulated one does not know.
    stderr(data) {
      if (!/^sh: .*: not found\n$/.test(data)) lines.push({ after: now, type: 'stderr', text: data });
    },
    exit: () => undefined,
    after(milliseconds, task) {
      now += milliseconds;
      task();
    },
    onInput: () => undefined,
    onInputEnd: () => undefined,
    onResize: () => undefined,
    size: () => undefined,
  };
  runProgram(terminal, command, args);
  return lines;
}

function serviceLines(name: string, ports: ReadonlyMap<string, number>, milliseconds: number): Line[] {
  const listening = [...ports.values()].map((port): Line => ({
    after: 0,
    type: 'stdout',
    text: `${name}: listening on 127.0.0.1:${port}\n`,
  }));
  const served: Line[] = [];
  for (let after = QUIET, count = 1; after <= milliseconds; after += QUIET, count += 1) {
    served.push({ after, type: 'stdout', text: `${name}: ${count} requests served\n` });
  }
  return [...listening, ...served];
}

function runLines(allocation: Allocation, task: JsonObject, run: TaskRun, now: number): readonly Line[] {
  const config = object(task, 'Config') ?? {};
  const command = text(config, 'command');
  const given = config['args'];
  const args = isList(given) ? given.filter((item) => typeof item === 'string') : [];
  const lasted = (run.end ?? now) - run.start;
  if (isProgram(command)) return programLines(command, args).filter(({ after }) => after <= lasted);
  const name = baseName(command) || text(task, 'Name');
  const isService = allocation.jobType === 'service' || allocation.jobType === 'system';
  const end: Line[] = [];
  if (run.end !== undefined && run.exitCode === 0 && !isService) {
    end.push({ after: lasted, type: 'stdout', text: `${name}: done\n` });
  }
  return [
    { after: 0, type: 'stdout', text: `${name}: started\n` },
    ...(isService ? serviceLines(name, allocation.ports, lasted) : []),
    ...end,
  ];
}

const taskSpec = (allocation: Allocation, name: string): JsonObject =>
  objects(allocation.spec, 'Tasks').find((one) => text(one, 'Name') === name) ?? {};

export const hasNoLogs = (allocation: Allocation, taskName: string): boolean =>
  object(taskSpec(allocation, taskName), 'LogConfig')?.['Disabled'] === true;

export function taskLog(allocation: Allocation, taskName: string, type: LogType, now: number): Buffer {
  const task = taskSpec(allocation, taskName);
  const runs = allocation.tasks.get(taskName)?.runs ?? [];
  const lines = runs.flatMap((run) => runLines(allocation, task, run, now));
  return Buffer.from(
    lines
      .filter((line) => line.type === type)
      .map((line) => line.text)
      .join(''),
  );
}
