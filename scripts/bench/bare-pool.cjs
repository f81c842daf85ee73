// The minimal Node program that sends many changes: a bare undici pool as wide as the batch.
//   node bare-pool.cjs <server> <requests> <width>
'use strict';
const { Pool } = require('undici');

const [server, requests, width] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer bench' };
const tag = (name) => ({ type: 'tags', attributes: { name } });
const pool = new Pool(server, { connections: width });
let next = 0;

const worker = async () => {
  while (next < requests) {
    const id = `ws-${String(next).padStart(16, '0')}`;
    next += 1;
    const { body } = await pool.request({
      path: `/tags/api/v2/workspaces/${id}/relationships/tags`,
      method: 'POST',
      headers,
      body: JSON.stringify({ data: [tag('eu'), tag('critical')] }),
    });
    const text = await body.text();
    if (text !== '') JSON.parse(text);
  }
};

void Promise.all(Array.from({ length: width }, worker)).then(() => pool.close());
