import type { Json } from '../../contract.ts';
import { job as jobShape } from '../schema/job.ts';
import { objects, text, type JsonObject } from '../wire/json.ts';
import { parseBody } from './body.ts';
import { evaluate, type Resolve } from './evaluate.ts';
import { mapBlock } from './map.ts';
import { Diagnostic, type Block, type Body } from './syntax.ts';
import { Variables, type Given } from './variables.ts';

const FILE_BLOCKS = new Set(['job', 'variable', 'locals']);

export interface JobFile extends Given {
  readonly source: string;
  readonly legacy: boolean;
}

function sortPorts(owner: JsonObject): Json {
  const networks = objects(owner, 'Networks').map((network) => {
    const ports = objects(network, 'DynamicPorts');
    const reserved = ports.filter((port) => port['Value'] !== 0);
    const dynamic = ports.filter((port) => port['Value'] === 0);
    return {
      ...network,
      ReservedPorts: reserved.length === 0 ? null : reserved,
      DynamicPorts: dynamic.length === 0 ? null : dynamic,
    };
  });
  return networks.length === 0 ? null : networks;
}

function sortIdentities(task: JsonObject): JsonObject {
  const all = objects(task, 'Identities');
  const own = all.find((identity) => text(identity, 'Name') === '' || text(identity, 'Name') === 'default');
  const others = all.filter((identity) => identity !== own);
  return { Identity: own ?? null, Identities: others.length === 0 ? null : others };
}

function finishTask(task: JsonObject): JsonObject {
  const resources = objects({ list: [task['Resources'] ?? null] }, 'list')[0];
  return {
    ...task,
    ...sortIdentities(task),
    Resources: resources === undefined ? null : { ...resources, Networks: sortPorts(resources) },
  };
}

function finishJob(job: JsonObject, label: string): JsonObject {
  const id = text(job, 'ID') || label;
  const groups = objects(job, 'TaskGroups').map((group) => {
    const tasks = objects(group, 'Tasks').map(finishTask);
    return { ...group, Networks: sortPorts(group), Tasks: tasks.length === 0 ? null : tasks };
  });
  return {
    ...job,
    ID: id,
    Name: text(job, 'Name') || label,
    TaskGroups: groups.length === 0 ? null : groups,
  };
}

function locals(blocks: readonly Block[], resolve: Resolve): Map<string, Json> {
  const values = new Map<string, Json>();
  for (const block of blocks) {
    for (const item of block.body.attributes) values.set(item.name, evaluate(item.value, resolve));
  }
  return values;
}

function refuseOtherBlocks(body: Body): void {
  const other = body.blocks.find((block) => !FILE_BLOCKS.has(block.type));
  if (other !== undefined) {
    throw new Diagnostic(
      other.at,
      'Unsupported block type',
      `Blocks of type "${other.type}" are not expected here.`,
    );
  }
  const argument = body.attributes[0];
  if (argument !== undefined) {
    throw new Diagnostic(
      argument.at,
      'Unsupported argument',
      `An argument named "${argument.name}" is not expected here.`,
    );
  }
}

/** Converts a job file to JSON (section 4.3); throws diagnostics with file, line and column. */
export function parseJobFile(file: JobFile): JsonObject {
  const dialect = { legacy: file.legacy };
  const body = parseBody(file.source, 'input.hcl', dialect);
  refuseOtherBlocks(body);
  const jobs = body.blocks.filter((block) => block.type === 'job');
  const [block, second] = jobs;
  if (block === undefined) throw new Diagnostic(undefined, 'Missing job block', 'A job block is required');
  if (second !== undefined)
    throw new Diagnostic(second.at, 'Duplicate job block', 'Only one job block is allowed.');
  const [label] = block.labels;
  if (label === undefined || block.labels.length > 1) {
    throw new Diagnostic(block.at, 'Missing name for job', 'All job blocks must have 1 labels (name).');
  }
  const variables = new Variables(
    body.blocks.filter((item) => item.type === 'variable'),
    file,
    dialect,
  );
  const fromVariables: Resolve = (root, name) => (root === 'var' ? variables.get(name) : undefined);
  const own = locals(
    body.blocks.filter((item) => item.type === 'locals'),
    fromVariables,
  );
  const resolve: Resolve = (root, name, at) =>
    root === 'local' ? own.get(name) : fromVariables(root, name, at);
  const problems: Diagnostic[] = [];
  const job = mapBlock({ ...block, labels: [] }, jobShape, resolve, problems);
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => problem.message).join('\n'), { cause: problems[0] });
  }
  return finishJob(job, label);
}
