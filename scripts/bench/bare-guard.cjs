// The minimal Node program that sends what a guard of a fleet sends, and connects as often; it judges and writes nothing.
//   node bare-guard.cjs <base URL> <port of the fleet> <endpoints> <file of a request to be signed, if all are due>
'use strict';
const { readFileSync } = require('node:fs');
const { connect } = require('node:tls');
const { Pool } = require('undici');

const base = new URL(process.argv[2]);
const port = Number(process.argv[3]);
const count = Number(process.argv[4]);
const request = process.argv[5];
const width = 16;
const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
const pool = new Pool(base.origin, { connections: width });

const ask = async (path, method = 'GET', body) => {
  const reply = await pool.request({ path: `${base.pathname}/pki/${path}`, method, headers, body });
  return reply.body.text();
};

const look = (number) =>
  new Promise((resolve, reject) => {
    const servername = `www-${number}.example.com`;
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate(true);
      socket.destroy();
      resolve(raw);
    });
    socket.on('error', reject);
  });

const each = async (work) => {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
};

const main = async () => {
  await Promise.all([ask('ca_chain'), ask('ca'), ask('crl').then(() => ask('config/crl'))]);
  await each(look);
  await each(() => ask('cert/one'));
  if (request === undefined) await ask('issuers?list=true').then(() => ask('issuer/one'));
  else {
    const csr = readFileSync(request, 'utf8');
    await each(() => ask('sign/web', 'POST', JSON.stringify({ csr, ttl: '24h' })));
    await each(async (number) => {
      for (let time = 0; time < 3; time += 1) await look(number);
    });
  }
  await pool.close();
};

void main();
