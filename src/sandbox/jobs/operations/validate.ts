import type { SandboxResponse } from '../../contract.ts';
import { errorList } from '../../error-list.ts';
import { parseCron, isTimeZone } from '../scheduler/cron.ts';
import { NODE } from '../scheduler/node.ts';
import { admit } from '../schema/admit.ts';
import { bodyObject, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { integer, object, objects, strings, text, type JsonObject } from '../wire/json.ts';
import { plainResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';

const TYPES: ReadonlySet<string> = new Set(['service', 'batch', 'system', 'sysbatch']);

function duplicates(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

function taskProblems(group: JsonObject): readonly string[] {
  const tasks = objects(group, 'Tasks');
  const prefix = `Task group ${text(group, 'Name')} validation failed`;
  const problems: string[] = [];
  if (tasks.length === 0) problems.push(`${prefix}: Missing tasks for task group`);
  for (const task of tasks) {
    const name = text(task, 'Name');
    if (name === '') problems.push(`${prefix}: Missing task name`);
    if (text(task, 'Driver') === '')
      problems.push(`${prefix}: Task ${name} validation failed: Missing task driver`);
    const resources = object(task, 'Resources') ?? {};
    if (integer(resources, 'MemoryMB') < 10) {
      problems.push(`${prefix}: Task ${name} validation failed: minimum MemoryMB value is 10`);
    }
    for (const action of objects(task, 'Actions')) {
      if (!/^\S{1,128}$/u.test(text(action, 'Name'))) {
        problems.push(`${prefix}: Task ${name} validation failed: invalid name of an action`);
      }
    }
  }
  for (const name of duplicates(tasks.map((task) => text(task, 'Name')))) {
    problems.push(`${prefix}: Task ${name} defined multiple times`);
  }
  return problems;
}

function groupProblems(job: JsonObject): readonly string[] {
  const groups = objects(job, 'TaskGroups');
  if (groups.length === 0) return ['Missing job task groups'];
  const problems: string[] = [];
  for (const group of groups) {
    const name = text(group, 'Name');
    if (name === '') problems.push('Missing name of a task group');
    if (integer(group, 'Count') < 0) {
      problems.push(`Task group ${name} validation failed: Task group count can't be negative`);
    }
    problems.push(...taskProblems(group));
  }
  for (const name of duplicates(groups.map((group) => text(group, 'Name')))) {
    problems.push(`Task group ${name} defined multiple times`);
  }
  return problems;
}

function periodicProblems(job: JsonObject): readonly string[] {
  const periodic = object(job, 'Periodic');
  if (periodic === undefined) return [];
  const specs = [text(periodic, 'Spec'), ...strings(periodic, 'Specs')].filter((spec) => spec !== '');
  const problems = specs
    .filter((spec) => parseCron(spec) === undefined)
    .map((spec) => `Invalid cron spec "${spec}"`);
  if (specs.length === 0) problems.push('Must specify a spec');
  if (text(job, 'Type') !== 'batch' && text(job, 'Type') !== 'sysbatch') {
    problems.push('Periodic can only be used with "batch" or "sysbatch" scheduler');
  }
  if (!isTimeZone(text(periodic, 'TimeZone')))
    problems.push(`Invalid time zone "${text(periodic, 'TimeZone')}"`);
  return problems;
}

function parameterizedProblems(job: JsonObject): readonly string[] {
  const parameterized = object(job, 'ParameterizedJob');
  if (parameterized === undefined) return [];
  const problems: string[] = [];
  if (!['', 'optional', 'required', 'forbidden'].includes(text(parameterized, 'Payload'))) {
    problems.push(`Unknown payload requirement: "${text(parameterized, 'Payload')}"`);
  }
  const optional = strings(parameterized, 'MetaOptional');
  const both = strings(parameterized, 'MetaRequired').filter((name) => optional.includes(name));
  if (both.length > 0)
    problems.push(
      `Required and optional meta keys should be disjoint. Following keys exist in both: [${both.join(' ')}]`,
    );
  if (text(job, 'Type') !== 'batch' && text(job, 'Type') !== 'sysbatch') {
    problems.push('Parameterized job can only be used with "batch" or "sysbatch" scheduler');
  }
  return problems;
}

/** All problems; section 2 leaves the allowed values open. */
export function jobProblems(job: JsonObject): readonly string[] {
  const id = text(job, 'ID');
  const problems: string[] = [];
  // Only a space: the vendor's client registers IDs with a line break.
  if (id.includes(' ')) problems.push('Job ID contains a space');
  if (id.includes('\0')) problems.push('Job ID contains a null character');
  if (!TYPES.has(text(job, 'Type'))) problems.push(`Invalid job type: "${text(job, 'Type')}"`);
  problems.push(...groupProblems(job));
  const priority = integer(job, 'Priority');
  if (priority < 1 || priority > 100) problems.push('job priority must be between [1, 100]');
  return [...problems, ...periodicProblems(job), ...parameterizedProblems(job)];
}

export function checkJob(call: Call, job: JsonObject): void {
  const problems = jobProblems(job);
  if (problems.length > 0) throw new Refusal(500, errorList(problems));
  const [id, namespace, pool] = [text(job, 'ID'), text(job, 'Namespace'), text(job, 'NodePool')];
  if (!call.cluster.namespaces.has(namespace)) {
    throw new Refusal(500, errorList([`job "${id}" is in nonexistent namespace "${namespace}"`]));
  }
  if (pool !== NODE.pool && pool !== 'all') {
    throw new Refusal(500, errorList([`job "${id}" is in nonexistent node pool "${pool}"`]));
  }
}

function warningsOf(job: JsonObject): readonly string[] {
  return objects(job, 'TaskGroups').flatMap((group) => {
    const delays = [group, ...objects(group, 'Tasks')].some((one) => integer(one, 'ShutdownDelay') > 0);
    if (objects(group, 'Services').length === 0 || delays) return [];
    return [
      `group "${text(group, 'Name')}" defines services, but neither the group nor any of its tasks have shutdown_delay set`,
    ];
  });
}

export function warningText(job: JsonObject, more: readonly string[] = []): string {
  const warnings = [...warningsOf(job), ...more];
  if (warnings.length === 0) return '';
  const head = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
  return `${head}:\n\n${warnings.map((warning) => `* ${warning}`).join('\n')}`;
}

export function validateJob(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'read-job');
  const posted = bodyObject(readBody(call.request), 'Job');
  if (posted === undefined) throw new Refusal(400, 'Job must be specified');
  const job = admit(posted);
  const problems = jobProblems(job);
  return plainResponse({
    DriverConfigValidated: true,
    Error: problems.length === 0 ? '' : errorList(problems),
    ValidationErrors: problems.length === 0 ? null : problems,
    Warnings: warningText(job),
  });
}
