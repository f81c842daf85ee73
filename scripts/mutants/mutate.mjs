// Writes one program that holds every mutant of a source, each behind a switch that the tests are run with.
import { parseSync } from 'rolldown/utils';

/** The names that mutated sources call: `is(id)` whether a mutant is on, `turn()` at each turn of a loop. */
export const switchName = 'trivetMutants';

const operators = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '||=': ['&&='],
  '&&=': ['||='],
  '??=': ['&&='],
};

const methods = {
  every: 'some',
  some: 'every',
  max: 'min',
  min: 'max',
  ceil: 'floor',
  floor: 'ceil',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
};

/** Calls whose receiver can stand for their result. */
const droppable = new Set([
  'filter',
  'slice',
  'trim',
  'toReversed',
  'toSorted',
  'toLowerCase',
  'toUpperCase',
]);

const isText = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** What `undefined` could replace without a difference. */
const isFalse = (node) => (node.type === 'Identifier' && node.name === 'undefined') || node.value === false;

/** The children of a node that are nodes, in the order of the source. */
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string' && typeof child.start === 'number')
    // The name and the value of a shorthand property are in one place.
    .filter((child) => !(node.shorthand === true && child === node.key))
    .toSorted((a, b) => a.start - b.start);

/** What has no effect on a running program, or names a thing. */
const isSkipped = (node, parent) =>
  (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) ||
  /^(?:Import|ExportAll)/.test(node.type) ||
  (parent !== undefined && parent.key === node && !parent.computed) ||
  (parent?.type.startsWith('TS') === true && parent.typeAnnotation === node);

/** The replacements of a part of the source that mutate a node: `[start, end, text, what it is called]`. */
const editsOf = (node, parent, source) => {
  const whole = (text) => [node.start, node.end, text];
  switch (node.type) {
    case 'LogicalExpression': {
      const [left, right] = [node.left, node.right].map(({ start, end }) => `(${source.slice(start, end)})`);
      const other = operators[node.operator][0];
      return [[node.start, node.end, `${left} ${other} ${right}`, `${node.operator} -> ${other}`]];
    }
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      if (node.operator === '+' && (isText(node.left) || isText(node.right))) return [];
      const at = source.indexOf(node.operator, node.left.end);
      return (operators[node.operator] ?? []).map((other) => [at, at + node.operator.length, other]);
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [[node.start, node.start + 1, '']] : [];
    case 'UpdateExpression':
      return [
        whole(source.slice(node.start, node.end).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++'))),
      ];
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'ForStatement':
      return node.test === null || node.test === undefined
        ? []
        : ['true', 'false'].map((text) => [node.test.start, node.test.end, text]);
    case 'Literal': {
      if (typeof node.value === 'string') return [whole(node.value === '' ? "'mutated'" : "''")];
      // What is compared with zero: without its sign it is mutated already.
      if (parent?.type === 'UnaryExpression') return [];
      if (typeof node.value === 'number') return [whole(`${node.value + 1}`)];
      if (typeof node.value === 'boolean') return [whole(`${!node.value}`)];
      if (node.regex === undefined) return [];
      const { pattern, flags } = node.regex;
      return [
        ...(pattern.startsWith('^') ? [whole(`/${pattern.slice(1)}/${flags}`)] : []),
        ...(/[^\\]\$$/.test(pattern) ? [whole(`/${pattern.slice(0, -1)}/${flags}`)] : []),
        ...(flags.includes('i') ? [whole(`/${pattern}/${flags.replace('i', '')}`)] : []),
      ];
    }
    case 'TemplateElement': {
      // The range includes what separates it from the expressions.
      const at = source.indexOf(node.value.raw, node.start);
      return /\S/.test(node.value.raw) ? [[at, at + node.value.raw.length, '']] : [];
    }
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return [];
      const { property } = callee;
      // Behind the parentheses of an object that has some.
      const dot = source.lastIndexOf(callee.optional ? '?.' : '.', property.start);
      return [
        ...(Object.hasOwn(methods, property.name)
          ? [[property.start, property.end, methods[property.name]]]
          : []),
        ...(droppable.has(property.name) ? [[dot, node.end, '']] : []),
      ];
    }
    case 'MemberExpression': {
      if (!node.optional) return [];
      const at = source.indexOf('?.', node.object.end);
      return [[at, at + 2, node.computed ? '' : '.']];
    }
    case 'ReturnStatement':
      return node.argument === null || isFalse(node.argument)
        ? []
        : [[node.argument.start, node.argument.end, 'undefined']];
    case 'ArrowFunctionExpression':
      return node.expression && !isFalse(node.body) ? [[node.body.start, node.body.end, 'undefined']] : [];
    case 'ExpressionStatement':
      return [[node.expression.start, node.expression.end, 'undefined']];
    case 'ArrayExpression':
      return node.elements.length > 0 ? [whole('[]')] : [];
    case 'ObjectExpression':
      return node.properties.length > 0 && parent?.type !== 'ArrowFunctionExpression' ? [whole('{}')] : [];
    default:
      return [];
  }
};

const isExpression = (node) =>
  /(?:Expression|Literal)$/.test(node.type) && node.type !== 'TSInstantiationExpression';

/** The nearest expression that holds an edit and can stand in parentheses: not a link of an optional chain. */
const hostOf = (ancestors, [start, end]) => {
  const holds = (node) =>
    node.start <= start &&
    node.end >= end &&
    // A name that is replaced whole is an expression, and not one that is declared.
    (isExpression(node) || (node.type === 'Identifier' && node.start === start && node.end === end));
  const links = new Set();
  for (const one of ancestors) {
    // A method needs its object.
    if (one.type === 'CallExpression') links.add(one.callee);
    if (one.type !== 'ChainExpression') continue;
    for (let link = one.expression; link !== undefined; link = link.callee ?? link.object) links.add(link);
  }
  return ancestors.findLast((node) => holds(node) && !links.has(node));
};

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
/** Whole at its beginning and its end, where what replaces it stands. */
const shown = (text) => (text.length > 120 ? `${text.slice(0, 90)}…${text.slice(-28)}` : text);

/**
 * Returns the source with every mutant in it, and the mutants.
 * @param first the number of the first mutant
 */
export const mutate = (path, source, first = 0) => {
  const { program, errors } = parseSync(path, source, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const mutants = [];
  const byHost = new Map();
  const ofName = new Map();

  const visit = (node, ancestors, owner) => {
    const parent = ancestors.at(-1);
    if (isSkipped(node, parent)) return;
    const inside = [...ancestors, node];
    for (const edit of editsOf(node, parent, source)) {
      const [start, end, text, called = `${oneLine(source.slice(start, end))} -> ${oneLine(text)}`] = edit;
      const host = hostOf([...inside, ...childrenOf(node)], edit);
      if (host === undefined) continue;
      const name = shown(`${owner}: ${called}`);
      const count = (ofName.get(name) ?? 0) + 1;
      ofName.set(name, count);
      const id = first + mutants.length;
      const changed = source.slice(host.start, start) + text + source.slice(end, host.end);
      mutants.push({
        id,
        // Without lines, so that it stays when other code moves.
        name: count === 1 ? name : `${name} #${count}`,
        where: `${path}:${source.slice(0, start).split('\n').length}`,
        changed: shown(oneLine(changed)),
      });
      byHost.set(host, [...(byHost.get(host) ?? []), { id, changed }]);
    }
    for (const child of childrenOf(node)) visit(child, inside, owner);
  };
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    const owner = declared.id?.name ?? declared.declarations?.[0]?.id?.name ?? 'module';
    visit(statement, [], owner);
  }

  const written = (node, parent) => {
    if (isSkipped(node, parent)) return source.slice(node.start, node.end);
    let text = '';
    let at = node.start;
    for (const child of childrenOf(node)) {
      text += source.slice(at, child.start) + written(child, node);
      at = child.end;
    }
    text += source.slice(at, node.end);
    if (loops.has(node)) text = `{ ${switchName}.turn(); ${text} }`;
    const all = byHost.get(node) ?? [];
    return all.reduceRight(
      (rest, { id, changed }) => `(${switchName}.is(${id}) ? (${changed}) : ${rest})`,
      all.length === 0 ? text : `(${text})`,
    );
  };
  const loops = new Set();
  const findLoops = (node) => {
    if (/^(?:For|While|DoWhile)/.test(node.type)) loops.add(node.body);
    for (const child of childrenOf(node)) findLoops(child);
  };
  findLoops(program);
  const body = program.body.map((statement, index) => {
    const next = program.body[index + 1]?.start ?? source.length;
    return written(statement) + source.slice(statement.end, next);
  });
  return { text: source.slice(0, program.body[0]?.start ?? 0) + body.join(''), mutants };
};
