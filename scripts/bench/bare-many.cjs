// The minimal Node program that locks many workspaces: pages of a list with a bare undici pool, then a POST for each on
// its own connection, since a change that must not be made twice must not use a connection that may be closing.
//   node bare-many.cjs <base URL> <width>
'use strict';
const { Client, Pool } = require('undici');

const base = new URL(process.argv[2]);
const width = Number(process.argv[3]);
const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer bench' };
const pool = new Pool(base.origin, { connections: width });

const list = async () => {
  const found = [];
  for (let page = 1; page !== null;) {
    const path = `${base.pathname}/organizations/demo/workspaces?page[size]=100&page[number]=${page}`;
    const { body } = await pool.request({ path: encodeURI(path), method: 'GET', headers });
    const { data, meta } = JSON.parse(await body.text());
    found.push(...data.filter(({ attributes }) => !attributes.locked).map(({ id }) => id));
    page = meta.pagination['next-page'];
  }
  return found;
};

const lock = async (id) => {
  const client = new Client(base.origin);
  const { body } = await client.request({
    path: `${base.pathname}/workspaces/${id}/actions/lock`,
    method: 'POST',
    headers,
    body: JSON.stringify({ reason: 'bench' }),
  });
  JSON.parse(await body.text());
  await client.close();
};

const main = async () => {
  const ids = await list();
  let next = 0;
  const worker = async () => {
    while (next < ids.length) {
      next += 1;
      await lock(ids[next - 1]);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  await pool.close();
};

void main();
