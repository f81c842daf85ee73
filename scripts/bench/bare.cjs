// The minimal Node program that fetches a list: shows what node:http and node:https themselves cost. A second operand
// is a file with a CA.
'use strict';
const { readFileSync } = require('node:fs');
const [url, ca] = process.argv.slice(2);
const { get } = url.startsWith('https:') ? require('node:https') : require('node:http');

get(url, { agent: false, ...(ca === undefined ? {} : { ca: readFileSync(ca) }) }, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    process.stdout.write(`${data.map(({ id }) => id).join('\n')}\n`);
  });
});
