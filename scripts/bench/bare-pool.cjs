// The minimal Node program that sends many changes: a bare undici pool as wide as the batch. It reads each object before
// and after its change, as the receipt of a batch needs it.
//   node bare-pool.cjs <server> <changes> <width> <latency>
'use strict';
const { Pool } = require('undici');

const server = process.argv[2];
const [changes, width, latency] = process.argv.slice(3).map(Number);
const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer bench' };
const tag = (name) => ({ type: 'tags', attributes: { name } });
const pool = new Pool(server, { connections: width });
let next = 0;

const send = async (request) => {
  const { body } = await pool.request({ ...request, headers });
  const text = await body.text();
  if (text !== '') JSON.parse(text);
};

const worker = async () => {
  while (next < changes) {
    const path = `/tags/${latency}/api/v2/workspaces/ws-${String(next).padStart(16, '0')}/relationships/tags`;
    next += 1;
    const read = { method: 'GET', path: `${path}?page%5Bsize%5D=100` };
    await send(read);
    await send({ method: 'POST', path, body: JSON.stringify({ data: [tag('eu'), tag('critical')] }) });
    await send(read);
  }
};

void Promise.all(Array.from({ length: width }, worker)).then(() => pool.close());
