// The minimal Node program that reads many certificates: a list, then a bare undici pool for the details.
//   node bare-reads.cjs <base URL> <width>
'use strict';
const { Pool } = require('undici');

const base = new URL(process.argv[2]);
const width = Number(process.argv[3]);
const headers = { authorization: 'Bearer bench' };
const pool = new Pool(base.origin, { connections: width });

const read = async (path) => {
  const { body } = await pool.request({ path: `${base.pathname}/pki/${path}`, method: 'GET', headers });
  return JSON.parse(await body.text()).data;
};

const main = async () => {
  const { keys } = await read('certs?list=true');
  const found = [];
  let next = 0;
  const worker = async () => {
    while (next < keys.length) {
      const serial = keys[next];
      next += 1;
      found.push({ serial, ...(await read(`cert/${serial}`)) });
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  process.stdout.write(`${JSON.stringify(found.map(({ serial }) => serial))}\n`);
  await pool.close();
};

void main();
