// The server of the measurements, in a separate process.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createServer as createPlain, request as ask } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { readFileSync } from 'node:fs';
import { createSecureContext, createServer as createTls } from 'node:tls';
import * as x509 from '@peculiar/x509';

const total = 100_000;

const workspace = (number) => ({
  id: `ws-${String(number).padStart(16, '0')}`,
  type: 'workspaces',
  attributes: {
    name: `workspace-${number}`,
    description: 'One of many. '.repeat(200),
    'execution-mode': 'remote',
    locked: number % 3 === 0,
    'resource-count': number,
    'auto-apply': false,
    'created-at': '2026-01-01T00:00:00.000Z',
    'updated-at': '2026-01-02T00:00:00.000Z',
    'tag-names': ['a', 'b'],
  },
  relationships: { organization: { data: { id: 'demo', type: 'organizations' } } },
});

const listed = (first, count, pages, page) => ({
  data: Array.from({ length: count }, (_, index) => workspace(first + index)),
  meta: {
    pagination: {
      'current-page': page,
      'page-size': count,
      'prev-page': page === 1 ? null : page - 1,
      'next-page': page === pages ? null : page + 1,
      'total-pages': pages,
      'total-count': count * pages,
    },
  },
});

const twenty = Buffer.from(JSON.stringify(listed(0, 20, 1, 1)));

const dispatched = Buffer.from('{"DispatchedJobID":"api/dispatch-1","EvalID":"e1","Index":7}');

const reply = (response, body, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/vnd.api+json', 'content-length': body.length });
  response.end(body);
};

/** The tags of a workspace, as a list of one page. */
const tagList = (...names) =>
  Buffer.from(
    JSON.stringify({
      data: names.map((name) => ({
        id: `tag-${name}`,
        type: 'tags',
        attributes: { name, 'instance-count': 1 },
      })),
      meta: {
        pagination: {
          'current-page': 1,
          'prev-page': null,
          'next-page': null,
          'total-pages': 1,
          'total-count': names.length,
        },
      },
    }),
  );
const [untagged, twoTags] = [tagList(), tagList('eu', 'critical')];

/** The workspaces whose tags were added and not read since: each run finds all of them without tags. */
const tagged = new Set();

/** `/tags/<latency>/...`: each reply takes `latency` milliseconds. */
const answerTags = (request, response, path) => {
  const milliseconds = Number(path.split('/')[2]);
  if (request.method === 'GET') {
    const body = tagged.delete(path) ? twoTags : untagged;
    later(milliseconds, () => reply(response, body));
    return;
  }
  request.resume();
  request.on('end', () => {
    tagged.add(path);
    later(milliseconds, () => response.writeHead(204).end());
  });
};

/** Runs it after some milliseconds; at once for none, since a timer takes at least one. */
const later = (milliseconds, run) => (milliseconds === 0 ? run() : setTimeout(() => run(), milliseconds));

const serial = (number) => number.toString(16).padStart(16, '0').match(/../g).join(':');

/**
 * `/certificates/<count>/v1/pki/...`: the list, or one of the certificates, which differ only in their names.
 * `/certificates/<count>/<latency>/v1/pki/...` takes `latency` milliseconds for each reply.
 */
const stored = (path) => {
  const [, count = '', latency = '0'] = /^\/certificates\/(\d+)\/(?:(\d+)\/)?/.exec(path) ?? [];
  const keys = () => Array.from({ length: Number(count) }, (_, index) => serial(index + 1));
  const one = { certificate: files.cert, revocation_time: 0, revocation_time_rfc3339: '' };
  const body = Buffer.from(JSON.stringify({ data: path.endsWith('/certs') ? { keys: keys() } : one }));
  return { body, latency: Number(latency) };
};

/** `/status/...`: what `trivet status` reads: 400 workspaces, 300 jobs, their deployments and 600 allocations. */
const looked = (url) => {
  const [count, size] = [400, 100];
  if (url.pathname.includes('/api/v2/')) {
    const page = Number(url.searchParams.get('page[number]') ?? 1);
    return listed((page - 1) * size, size, count / size, page);
  }
  const jobs = Array.from({ length: 300 }, (_, number) => job(number));
  if (url.pathname.endsWith('/v1/jobs')) return jobs;
  if (url.pathname.endsWith('/v1/deployments')) return jobs.map(deployment);
  if (url.pathname.endsWith('/v1/allocations'))
    return jobs.flatMap((one) => [allocation(one, 0), allocation(one, 1)]);
  return [];
};

const job = (number) => ({
  ID: `job-${number}`,
  Name: `job-${number}`,
  Namespace: 'default',
  Type: 'service',
  Status: 'running',
  StatusDescription: '',
  Stop: false,
  Periodic: false,
  ParameterizedJob: false,
  JobSummary: { Summary: { app: { Queued: 0, Running: 2, Starting: 0, Failed: 0, Complete: 0, Lost: 0 } } },
  CreateIndex: number,
  ModifyIndex: number,
  JobModifyIndex: number,
});

const deployment = ({ ID, Namespace, JobModifyIndex, CreateIndex }) => ({
  ID: `d3f0b1a2-0000-4000-8000-${ID}`,
  JobID: ID,
  Namespace,
  JobCreateIndex: CreateIndex,
  JobSpecModifyIndex: JobModifyIndex,
  Status: 'successful',
  StatusDescription: 'Deployment completed successfully',
  TaskGroups: { app: { DesiredTotal: 2, PlacedAllocs: 2, HealthyAllocs: 2, UnhealthyAllocs: 0 } },
});

const event = (Type, DisplayMessage) => ({
  Type,
  DisplayMessage,
  Time: 1_795_440_487_000_000_000,
  Details: {},
});

const allocation = ({ ID, Namespace }, number) => ({
  ID: `a11c0000-0000-4000-800${number}-${ID}`,
  Name: `${ID}.app[${number}]`,
  JobID: ID,
  Namespace,
  TaskGroup: 'app',
  JobVersion: 0,
  DesiredStatus: 'run',
  ClientStatus: 'running',
  DeploymentStatus: { Healthy: true },
  TaskStates: {
    main: {
      State: 'running',
      Failed: false,
      Restarts: 0,
      Events: [
        event('Received', 'Task received by client'),
        event('Task Setup', 'Building Task Directory'),
        event('Started', 'Task started by client'),
      ],
    },
  },
  CreateIndex: 10,
});

/** What the mount of the fleet has signed, by serial number. */
const signed = new Map();
const bareSerial = (text) => decodeURIComponent(text).replaceAll(/[:-]/g, '').toLowerCase();

/**
 * `/fleet/<latency>/v1/pki/...`: a mount whose role signs every request for its names; each reply takes `latency`
 * milliseconds.
 */
const fleet = async (request, path) => {
  const serial = /\/cert\/([^/]+)$/.exec(path)?.[1];
  if (serial !== undefined)
    return json({ data: { certificate: signed.get(bareSerial(serial)) ?? '', revocation_time: 0 } });
  if (path.endsWith('/pki/ca')) return Buffer.from(authority.certificate.rawData);
  if (path.endsWith('/pki/ca_chain')) return Buffer.from(authority.certificate.toString('pem'));
  if (path.endsWith('/pki/crl')) return Buffer.from(authority.list.rawData);
  if (path.endsWith('/config/crl')) return json({ data: { disable: false, expiry: '72h' } });
  if (path.endsWith('/issuers')) return json({ data: { keys: ['one'] } });
  if (path.includes('/issuer/'))
    return json({
      data: { issuer_id: 'one', certificate: authority.certificate.toString('pem'), revoked: false },
    });
  const { csr } = JSON.parse(await textOf(request));
  const certificate = await authority.sign(csr);
  const pem = authority.certificate.toString('pem');
  signed.set(bareSerial(certificate.serialNumber), certificate.toString('pem'));
  const serial_number = certificate.serialNumber.replaceAll(/..(?=.)/g, '$&:');
  return json({
    data: { certificate: certificate.toString('pem'), issuing_ca: pem, ca_chain: [pem], serial_number },
  });
};

const json = (value) => Buffer.from(JSON.stringify(value));

const textOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** Requests below `/state/` since they were last read. */
let log = [];

const role = {
  allowed_domains: ['example.com', 'example.org'],
  allow_any_name: false,
  allow_subdomains: true,
  allow_bare_domains: false,
  client_flag: true,
  server_flag: true,
  key_type: 'ec',
  key_bits: 256,
  key_usage: ['DigitalSignature', 'KeyAgreement'],
  max_ttl: 259_200,
  ttl: 86_400,
  ou: ['platform'],
  require_cn: true,
};

const registered = (id) => ({
  ID: id,
  Name: id,
  Namespace: 'default',
  Type: 'service',
  Status: 'running',
  Priority: 50,
  Datacenters: ['dc1'],
  Meta: { team: 'platform' },
  JobModifyIndex: 7,
  ParentID: '',
  TaskGroups: [
    {
      Name: 'app',
      Count: 3,
      Tasks: [{ Name: 'server', Driver: 'raw_exec', Config: { command: '/bin/sleep', args: ['60'] } }],
    },
  ],
});

const numbers = (count, name) => Array.from({ length: count }, (_, index) => name(index));

/**
 * `/state/<scale>/<latency>/...`: `scale` times 500 workspaces with tags, 200 roles and 200 jobs, all equal to their
 * export; each reply takes `latency` milliseconds.
 */
const stateOf = (url, scale) => {
  const path = url.pathname.replace(/^\/state\/\d+\/\d+/, '');
  if (path === '/api/v2/organizations/acme/workspaces') {
    const page = Number(url.searchParams.get('page[number]') ?? 1);
    return listed((page - 1) * 100, 100, 5 * scale, page);
  }
  if (path.endsWith('/relationships/tags'))
    return {
      data: ['a', 'b'].map((name) => ({ id: `tag-${name}`, type: 'tags', attributes: { name } })),
    };
  if (path.endsWith('/remote-state-consumers')) return { data: [] };
  if (path === '/v1/pki/roles') return { data: { keys: numbers(200 * scale, (index) => `role-${index}`) } };
  if (path.startsWith('/v1/pki/roles/')) return { data: role };
  if (path === '/v1/jobs') return numbers(200 * scale, (index) => registered(`job-${index}`));
  if (path.endsWith('/plan'))
    return { Diff: { Type: 'None', ID: path.split('/').at(-2) }, JobModifyIndex: 7 };
  if (path.startsWith('/v1/job/')) return registered(path.split('/').at(-1));
  return undefined;
};

const answerState = (request, response, url) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const [, scale, latency] = /^\/state\/(\d+)\/(\d+)\//.exec(url.pathname) ?? [];
    log.push({ method: request.method, path: request.url, body: Buffer.concat(chunks).toString('utf8') });
    const found = stateOf(url, Number(scale));
    // The workspace does not have its own policy.
    const missing = found === undefined && { errors: [{ status: '404', title: 'not found' }] };
    const body = Buffer.from(JSON.stringify(missing || found));
    later(Number(latency), () => reply(response, body, missing ? 404 : 200));
  });
};

/** How many requests `/many/` got. */
const seen = { pages: 0, changes: 0 };

/**
 * `/many/<count>/<latency>/api/v2/...`: pages of `count` unlocked workspaces, and locks that take `latency`
 * milliseconds.
 */
const many = (request, response, url) => {
  const [, count = '0', latency = '0'] = /^\/many\/(\d+)\/(\d+)\//.exec(url.pathname) ?? [];
  if (url.pathname === '/many/seen') {
    reply(response, Buffer.from(JSON.stringify(seen)));
  } else if (request.method === 'GET') {
    seen.pages += 1;
    const page = Number(url.searchParams.get('page[number]') ?? 1);
    const { data, meta } = listed((page - 1) * 100, 100, Number(count) / 100, page);
    const unlocked = data.map((one) => ({ ...one, attributes: { ...one.attributes, locked: false } }));
    reply(response, Buffer.from(JSON.stringify({ data: unlocked, meta })));
  } else {
    seen.changes += 1;
    const locked = Buffer.from(JSON.stringify({ data: workspace(3) }));
    request.resume();
    request.on('end', () => later(Number(latency), () => reply(response, locked)));
  }
};

/**
 * `/<what>/api/v2/...`: `few` is 20 rows, `late` those after 300 ms, `all` 100,000 in pages of 100, `tags` 204 without
 * a body; `requests` returns and clears the requests below `/state/`.
 */
const answer = (request, response) => {
  const url = new URL(request.url, 'http://bench');
  if (url.pathname.startsWith('/many/')) {
    many(request, response, url);
    return;
  }
  if (url.pathname.startsWith('/fleet/')) {
    const [, latency = '0'] = /^\/fleet\/(\d+)\//.exec(url.pathname) ?? [];
    void fleet(request, url.pathname).then((body) => later(Number(latency), () => reply(response, body)));
    return;
  }
  if (url.pathname.startsWith('/status/')) {
    reply(response, Buffer.from(JSON.stringify(looked(url))));
  } else if (url.pathname.endsWith('/pki/ca')) {
    reply(response, Buffer.from(files.cert));
  } else if (url.pathname.endsWith('/pki/tidy-status')) {
    reply(response, Buffer.from('{"data":{"state":"Inactive"}}'));
  } else if (url.pathname.endsWith('/ldap/library')) {
    reply(response, Buffer.from('{"data":{"keys":[]}}'));
  } else if (/\/certs\/(?:detailed|revoked)$/.test(url.pathname)) {
    // A server without details: what is measured reads each certificate. None of them was revoked.
    reply(response, Buffer.from('{"errors":[]}'), 404);
  } else if (url.pathname.startsWith('/certificates/')) {
    const { body, latency } = stored(url.pathname);
    later(latency, () => reply(response, body));
  } else if (url.pathname.startsWith('/state/')) {
    answerState(request, response, url);
  } else if (url.pathname === '/requests') {
    reply(response, Buffer.from(JSON.stringify(log)));
    log = [];
  } else if (url.pathname.startsWith('/tags/')) {
    answerTags(request, response, url.pathname);
  } else if (request.method === 'POST') {
    request.resume();
    request.on('end', () => reply(response, dispatched));
  } else if (url.pathname.startsWith('/all/')) {
    const page = Number(url.searchParams.get('page[number]') ?? 1);
    reply(response, Buffer.from(JSON.stringify(listed((page - 1) * 100, 100, total / 100, page))));
  } else if (url.pathname.startsWith('/late/')) {
    setTimeout(() => reply(response, twenty), 300);
  } else {
    reply(response, twenty);
  }
};

const certificate = async () => {
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: made.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
};

/** A CA, and a request for it. */
const makeAuthority = async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [notBefore, notAfter] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 9 * 86_400_000)];
  const name = 'CN=Fleet';
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name,
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const list = await x509.X509CrlGenerator.create({
    issuer: name,
    thisUpdate: notBefore,
    nextUpdate: notAfter,
    entries: [],
    extensions: [],
    signingAlgorithm: algorithm,
    signingKey: keys.privateKey,
  });
  const own = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const alternative = (dns) => new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: dns }]);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=www-1.example.com',
    keys: own,
    signingAlgorithm: algorithm,
    extensions: [alternative('www-1.example.com')],
  });
  let count = 1;
  const sign = async (pem) => {
    const csr = new x509.Pkcs10CertificateRequest(pem);
    count += 1;
    return x509.X509CertificateGenerator.create({
      serialNumber: `4a${count.toString(16).padStart(14, '0')}`,
      subject: csr.subject,
      issuer: name,
      notBefore: new Date(Date.now() - 30_000),
      notAfter: new Date(Date.now() + 86_400_000),
      publicKey: csr.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
        alternative(csr.subjectName.getField('CN')[0]),
        await x509.SubjectKeyIdentifierExtension.create(csr.publicKey),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
  };
  return { certificate: made, list, sign, request: request.toString('pem') };
};

/** A TLS server that has the certificate of a name in the folder of that name, and reads it at each connection. */
const served = (folder) =>
  createTls({
    ...files,
    SNICallback: (name, done) => {
      try {
        const [cert, key] = ['fullchain.pem', 'privkey.pem'].map((file) =>
          readFileSync(`${folder}/${name}/${file}`),
        );
        done(null, createSecureContext({ cert, key }));
      } catch (error) {
        done(error);
      }
    },
  }).on('tlsClientError', () => undefined);

const listen = (server) =>
  new Promise((resolve) => {
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

const files = await certificate();
const authority = await makeAuthority();

/** TLS for another server of this machine, so that it can be read over https. */
const front = (port) =>
  createSecure(files, (request, response) => {
    // The sandbox only replies to its own address.
    const headers = { ...request.headers, host: `127.0.0.1:${port}` };
    const behind = ask({ port, method: request.method, path: request.url, headers }, (reply) => {
      response.writeHead(reply.statusCode, reply.rawHeaders);
      reply.pipe(response);
    });
    behind.on('error', () => response.destroy());
    request.pipe(behind);
  });

process.on('message', ({ behind, folder }) => {
  if (folder !== undefined) {
    void listen(served(folder)).then((fleetPort) => process.send({ fleetPort }));
    return;
  }
  void listen(front(behind)).then((port) => process.send({ behind, front: `https://localhost:${port}` }));
});
const plain = await listen(createPlain(answer));
const secure = await listen(createSecure(files, answer));
process.send({
  request: authority.request,
  http: `http://127.0.0.1:${plain}`,
  https: `https://localhost:${secure}`,
  ca: files.cert,
});
