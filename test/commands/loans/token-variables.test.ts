/** Tests what `trivet help loans` says of variables with tokens: of each that it names, and of those beside them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadServices } from '../../../scripts/generate/services.ts';
import { topicTexts } from '../../../scripts/generate/topics.ts';
import { isOwnTokenVariable, tokenVariables } from '../../../src/config/tokens/token-variables.ts';
import { useLoans } from './loan-stage.ts';
import { quietIo } from '../../support/quiet-io.ts';

const { trivet, at, written } = useLoans();

const services = ['WORKSPACES', 'SECRETS', 'JOBS'];

/** The variables that help names; SERVICE stands for each, and `*` for the rest of a name. */
const named = (): readonly string[] => {
  const help = topicTexts().get('loans') ?? '';
  const sentence =
    /Variables with tokens for trivet \(([^)]*)\)/.exec(help.replaceAll(/\s+/g, ' '))?.[1] ?? '';
  return [...sentence.matchAll(/[A-Z]+(?:_[A-Z]+)*_(?:\*|[A-Z]+)/g)].flatMap(([name]) =>
    name.includes('SERVICE')
      ? services.map((service) => name.replace('SERVICE', service))
      : [name.replace('*', 'app_example_com')],
  );
};

const others = [
  'TRIVET_JOBS_OTHER_TOKEN',
  'TRIVET_LIVE_NOMAD_TOKEN',
  'TRIVET_TOKEN',
  'MY_TOKEN',
  'TRIVET_JOBS_TOKEN_FILES',
];

test('a loan and a check remove each variable that help names, and no other', async () => {
  await loadServices();
  const removed = named();
  expect(removed.length).toBeGreaterThan(10);
  const isToken = tokenVariables(quietIo({}, at('home')));
  expect(removed.filter((name) => !isToken(name))).toEqual([]);
  expect(others.filter(isToken)).toEqual([]);
  const vendors = removed.filter((name) => !isOwnTokenVariable(name));
  const env = Object.fromEntries([...vendors, ...others].map((name) => [name, `is-${name}`]));
  const seen = (text: string) => Object.keys(env).filter((name) => text.includes(`is-${name}`));
  const print = `sh -c 'env >${at('seen')}'`;
  expect((await trivet(`ldap library check-out team/ops -- ${print}`, { env })).code).toBe(0);
  expect(seen(written('seen'))).toEqual(others);
  const line = `workspace update --where name~network-* --description x --waves 1 --yes --organization demo`;
  const { code, stderr } = await trivet(`${line} --check "sh -c 'env >${at('check')}'"`, { env });
  expect(code, stderr).toBe(0);
  expect(seen(readFileSync(at('check'), 'utf8'))).toEqual(others);
});
