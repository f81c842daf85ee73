// The minimal Node program that fetches a list: shows what node:http itself costs.
'use strict';
const http = require('node:http');

http.get(process.argv[2], { agent: false }, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    process.stdout.write(`${data.map(({ id }) => id).join('\n')}\n`);
  });
});
