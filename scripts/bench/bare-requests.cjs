// The minimal Node program that sends given requests: a bare undici pool.
//   node bare-requests.cjs <server> <file: JSON list of method, path and body> <width>
'use strict';
const { readFileSync } = require('node:fs');
const { Pool } = require('undici');

const requests = JSON.parse(readFileSync(process.argv[3], 'utf8'));
const width = Number(process.argv[4]);
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
const pool = new Pool(process.argv[2], { connections: width });
let next = 0;

const worker = async () => {
  while (next < requests.length) {
    const { method, path, body } = requests[next];
    next += 1;
    const reply = await pool.request({ path, method, headers, body: body === '' ? undefined : body });
    JSON.parse(await reply.body.text());
  }
};

void Promise.all(Array.from({ length: width }, worker)).then(() => pool.close());
