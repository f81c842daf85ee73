// The minimal Node program that reads what `trivet status` reads: a bare undici pool for each service, and the
// certificates that an inventory has stored.
//   node bare-status.cjs <server> <width> <file of certificates>
'use strict';
const { readFileSync } = require('node:fs');
const { X509Certificate } = require('node:crypto');
const { Pool } = require('undici');

const [server, kept] = [process.argv[2], process.argv[4]];
const width = Number(process.argv[3]);
const headers = { authorization: 'Bearer bench' };

const pool = () => new Pool(server, { connections: width });

const text = async (from, path) => {
  const { body } = await from.request({ path, method: 'GET', headers });
  return body.text();
};
const json = async (from, path) => JSON.parse(await text(from, path));

const workspaces = async () => {
  const from = pool();
  const path = '/status/api/v2/organizations/demo/workspaces?page[size]=100&include=current_run,locked_by';
  const first = await json(from, `${path}&page[number]=1`);
  const pages = Array.from({ length: first.meta.pagination['total-pages'] - 1 }, (_, index) => index + 2);
  const others = await Promise.all(pages.map((page) => json(from, `${path}&page[number]=${page}`)));
  await from.close();
  return [first, ...others]
    .flatMap(({ data }) => data)
    .filter(({ attributes }) => attributes.locked)
    .map(({ attributes }) => attributes.name);
};

const jobs = async () => {
  const from = pool();
  const all = await json(from, '/status/v1/jobs?namespace=*');
  const [allocations, deployments] = await Promise.all(
    ['allocations', 'deployments', 'evaluations'].map((kind) => json(from, `/status/v1/${kind}?namespace=*`)),
  );
  const bad = new Set([
    ...allocations.filter(({ ClientStatus }) => ClientStatus !== 'running').map(({ JobID }) => JobID),
    ...deployments.filter(({ Status }) => Status !== 'successful').map(({ JobID }) => JobID),
  ]);
  const found = all.map(({ ID }) => ID).filter((ID) => bad.has(ID));
  await from.close();
  return found;
};

const secrets = async () => {
  const from = pool();
  const [ca] = await Promise.all([
    text(from, '/certificates/300/v1/pki/ca'),
    json(from, '/certificates/300/v1/pki/tidy-status'),
    json(from, '/certificates/300/v1/ldap/library?list=true'),
  ]);
  await from.close();
  return [new X509Certificate(ca).validTo, Object.keys(JSON.parse(readFileSync(kept, 'utf8'))).length];
};

void Promise.all([workspaces(), jobs(), secrets()]).then((found) =>
  process.stdout.write(`${JSON.stringify(found)}\n`),
);
