/**
 * For each operation a command line that succeeds in the sandbox's demo state, and what must exist before. An operation
 * without an entry uses its first example, so that a new one is covered at once.
 */

import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { webcrypto } from 'node:crypto';
import { serviceFile } from '../support/job-files.ts';
import { makeAuthority } from '../unit/http-certificates.ts';

/** The sandbox before the run, without faults. */
export interface Stage {
  /** Runs a command line; returns its stdout without the last newline, throws if it fails. */
  run(line: string): Promise<string>;
  /** Runs a command line whose reply is returned once; returns one value of it. */
  given(line: string, field: string): Promise<string>;
  /** Writes a file of the stage and returns its path. */
  file(name: string, content: string): string;
  /** `@path` of a file whose content must never be shown. */
  readonly secret: string;
}

export type Scenario = string | ((stage: Stage) => Promise<string>);

const id = (stage: Stage, name: string): Promise<string> =>
  stage.run(`workspace show demo/${name} --field id`);

/** `{}` in the line stands for the ID of a demo workspace. */
const on =
  (name: string, line: string, ...before: readonly string[]): Scenario =>
  async (stage) => {
    const workspace = await id(stage, name);
    for (const one of before) await stage.run(one.replaceAll('{}', workspace));
    return line.replaceAll('{}', workspace);
  };

/** The arguments of the operation, after the preparation. */
const after =
  (line: string, ...before: readonly string[]): Scenario =>
  async (stage) => {
    for (const one of before) await stage.run(one);
    return line;
  };

const workspaces: Readonly<Record<string, Scenario>> = {
  'workspace.create': 'workspace create torture --organization demo',
  'workspace.list': 'workspace list --organization demo --search-name prod',
  'workspace.show': on('network-dev', 'workspace show {}'),
  'workspace.show-by-name': 'workspace show demo/network-dev',
  'workspace.update': on('network-dev', 'workspace update {} --description tortured'),
  'workspace.update-by-name': 'workspace update demo/network-dev --name renamed',
  'workspace.safe-delete': on('network-dev', 'workspace delete {} --yes'),
  'workspace.safe-delete-by-name': 'workspace delete demo/network-dev --yes',
  'workspace.force-delete': on('network-dev', 'workspace force-delete {} --confirm {}'),
  'workspace.force-delete-by-name': 'workspace force-delete demo/network-dev --confirm demo/network-dev',
  'workspace.lock': on('network-dev', 'workspace lock {} --reason torture'),
  'workspace.unlock': on('network-dev', 'workspace unlock {}', 'workspace lock {}'),
  'workspace.force-unlock': on('network-dev', 'workspace force-unlock {} --yes', 'workspace lock {}'),
  'workspace.ssh-key.assign': async (stage) => {
    const from = await id(stage, 'network-prod');
    const key = await stage.run(
      `workspace show ${from} --query data.relationships."ssh-key".data.id -o tsv`.replace(
        '"ssh-key"',
        '\'"ssh-key"\'',
      ),
    );
    return `workspace ssh-key assign ${await id(stage, 'network-dev')} ${key}`;
  },
  'workspace.ssh-key.unassign': on('network-prod', 'workspace ssh-key unassign {}'),
  'workspace.consumer.list': on('network-prod', 'workspace consumer list {}'),
  'workspace.consumer.add': async (stage) =>
    `workspace consumer add ${await id(stage, 'network-dev')} ${await id(stage, 'dns-dev')}`,
  'workspace.consumer.replace': async (stage) =>
    `workspace consumer replace ${await id(stage, 'network-dev')} ${await id(stage, 'dns-dev')} --yes`,
  'workspace.consumer.remove': async (stage) =>
    `workspace consumer remove ${await id(stage, 'network-prod')} ${await id(stage, 'dns-prod')}`,
  'workspace.tag.list': on('network-dev', 'workspace tag list {}'),
  'workspace.tag.add': on('network-dev', 'workspace tag add {} tortured'),
  'workspace.tag.remove': on(
    'network-dev',
    'workspace tag remove {} tortured',
    'workspace tag add {} tortured',
  ),
  'workspace.retention-policy.show': on('storefront-dev', 'workspace retention-policy show {}'),
  'workspace.retention-policy.set': on(
    'network-dev',
    'workspace retention-policy set {} --delete-older-than-days 30 --yes',
  ),
  'workspace.retention-policy.delete': on('storefront-dev', 'workspace retention-policy delete {} --yes'),
};

const message = async (stage: Stage): Promise<string> =>
  (await stage.run('message list -o name')).split('\n')[0] ?? '';

const messages: Readonly<Record<string, Scenario>> = {
  'message.list': 'message list',
  'message.create': 'message create --title Torture --message Hello --start-time 2026-01-01T00:00:00Z',
  'message.show': async (stage) => `message show ${await message(stage)}`,
  'message.update': async (stage) =>
    `message update ${await message(stage)} --title Changed --message Hello --start-time 2026-01-01T00:00:00Z`,
  'message.delete': async (stage) => `message delete ${await message(stage)} --yes`,
};

const certificate = async (stage: Stage): Promise<string> =>
  stage.given('pki issue web --common-name stage.example.com', 'serial_number');
/** Made once by openssl for a key that no longer exists. */
const signingRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHTMHoCAQAwGDEWMBQGA1UEAwwNYS5leGFtcGxlLmNvbTBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABLoEEEnxEc6jar6nDUVMEbVLISJkH/qCINn/eboSzkUwICSe
yKpvNhU5lzA2pw45saJZjENY/JzYrAoQBkOuzT6gADAKBggqhkjOPQQDAgNJADBG
AiEAvDouI646w7vVdhc8dK9F8+wJpVPK7xlHBba6f8EhEMwCIQCdCuBIcoWBtEiv
9StqT6g7saSssT4p9BjtLeMVntTHsw==
-----END CERTIFICATE REQUEST-----
`;
const request = (stage: Stage): string => stage.file('request.pem', signingRequest);

/** The certificate of the pending CA, signed by an authority of the test, and that authority's certificate. */
const signedChain = async (stage: Stage): Promise<string> => {
  const csr = new x509.Pkcs10CertificateRequest(
    await stage.run('pki intermediate generate internal --common-name sub --key-type ec --field csr --yes'),
  );
  const authority = await makeAuthority('outside');
  const signed = await x509.X509CertificateGenerator.create({
    serialNumber: '0102',
    subject: csr.subject,
    issuer: authority.certificate.subject,
    notBefore: authority.certificate.notBefore,
    notAfter: authority.certificate.notAfter,
    publicKey: csr.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return `${signed.toString('pem')}\n${authority.pem}`;
};

const pki: Readonly<Record<string, Scenario>> = {
  'pki.ca.show': 'pki ca show',
  'pki.ca.chain': 'pki ca chain',
  'pki.ca.import': async (stage) => {
    const { pem, keys } = await makeAuthority('imported');
    const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    const bundle = `${pem}\n${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`;
    return `pki ca import --pem-bundle @${stage.file('bundle.pem', bundle)} --yes`;
  },
  'pki.cert.show': async (stage) => `pki cert show ${await certificate(stage)}`,
  'pki.cert.download': async (stage) => `pki cert download ${await certificate(stage)}`,
  'pki.cert.list': 'pki cert list',
  'pki.crl.config.show': after('pki crl config show', 'pki crl config set --expiry 96h'),
  'pki.crl.config.set': 'pki crl config set --expiry 96h',
  'pki.crl.show': 'pki crl show',
  'pki.crl.rotate': 'pki crl rotate',
  'pki.urls.show': after('pki urls show', 'pki urls set --ocsp-servers http://ocsp.example.com'),
  'pki.urls.set': 'pki urls set --issuing-certificates http://ca.example.com/ca',
  'pki.intermediate.generate': 'pki intermediate generate internal --common-name sub --key-type ec --yes',
  'pki.intermediate.set-signed': async (stage) =>
    `pki intermediate set-signed --certificate @${stage.file('signed.pem', await signedChain(stage))}`,
  'pki.issue': 'pki issue web --common-name torture.example.com',
  'pki.revoke': async (stage) => `pki revoke ${await certificate(stage)} --yes`,
  'pki.role.write': 'pki role write tortured --allow-any-name --key-type ec',
  'pki.role.show': 'pki role show web',
  'pki.role.list': 'pki role list',
  'pki.role.delete': 'pki role delete web --yes',
  'pki.root.generate': after(
    'pki root generate internal --common-name torture --key-type ec --yes',
    'pki root delete --confirm pki',
  ),
  'pki.root.delete': 'pki root delete --confirm pki',
  'pki.root.sign-intermediate': async (stage) =>
    `pki root sign-intermediate --csr @${request(stage)} --common-name sub`,
  'pki.root.sign-self-issued': async (stage) =>
    `pki root sign-self-issued --certificate @${stage.file('self.pem', await stage.run('pki ca show'))}`,
  'pki.sign': async (stage) => `pki sign web --csr @${request(stage)} --common-name a.example.com`,
  'pki.sign-verbatim': async (stage) => `pki sign-verbatim web --csr @${request(stage)}`,
  'pki.tidy': 'pki tidy --tidy-cert-store',
  'pki.tidy-status': 'pki tidy-status',
};

const cloud: Readonly<Record<string, Scenario>> = {
  'cloud.config.set': async (stage) =>
    `aws config set --access-key AKIAIOSFODNN7EXAMPLE --secret-key ${stage.secret} --yes`,
  'cloud.config.show': 'aws config show',
  'cloud.config.rotate-root': 'aws rotate-root --yes',
  'cloud.lease.set': 'aws lease set --lease 30m --lease-max 12h',
  'cloud.lease.show': 'aws lease show',
  'cloud.role.write':
    'aws role write tortured --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/ReadOnlyAccess',
  'cloud.role.show': 'aws role show ci',
  'cloud.role.list': 'aws role list',
  'cloud.role.delete': 'aws role delete ci --yes',
  'cloud.creds': 'aws creds ci',
  'cloud.sts': 'aws sts deploy',
  'cloud.static-role.write': 'aws static-role write backup --username backup --rotation-period 48h --yes',
  'cloud.static-role.show': 'aws static-role show backup',
  'cloud.static-role.delete': 'aws static-role delete backup --yes',
  'cloud.static-creds': 'aws static-creds backup',
};

const ldap: Readonly<Record<string, Scenario>> = {
  'ldap.config.set': async (stage) =>
    `ldap config set --binddn cn=bindadmin,dc=example,dc=com --bindpass ${stage.secret} --request-timeout 60`,
  'ldap.config.show': 'ldap config show',
  'ldap.config.delete': 'ldap config delete --confirm ldap',
  'ldap.rotate-root': 'ldap rotate-root --yes',
  'ldap.static-role.list': 'ldap static-role list',
  'ldap.static-role.list-under': 'ldap static-role list hashed',
  'ldap.static-role.write': 'ldap static-role write tortured --username carol --rotation-period 24h --yes',
  'ldap.static-role.show': 'ldap static-role show hashed/app',
  'ldap.static-role.delete': 'ldap static-role delete hashed/app --yes',
  'ldap.static-role.rotate': 'ldap static-role rotate hashed/app --yes',
  'ldap.static-cred': 'ldap static-creds hashed/app',
  'ldap.role.show': 'ldap role show temp',
  'ldap.role.write': 'ldap role write temp --default-ttl 2h',
  'ldap.role.delete': 'ldap role delete temp --yes',
  'ldap.creds': 'ldap creds temp',
  'ldap.library.list': 'ldap library list',
  'ldap.library.list-under': 'ldap library list team',
  'ldap.library.write': 'ldap library write tortured --service-account-names svc-three --ttl 1h --yes',
  'ldap.library.show': 'ldap library show team/ops',
  'ldap.library.delete': 'ldap library delete team/db --yes',
  'ldap.library.status': 'ldap library status team/ops',
  'ldap.library.check-out': 'ldap library check-out team/ops',
  'ldap.library.check-in': async (stage) =>
    `ldap library check-in team/ops ${await stage.given('ldap library check-out team/ops', 'service_account_name')}`,
  'ldap.library.manage.check-in': async (stage) =>
    `ldap library manage check-in team/ops ${await stage.given('ldap library check-out team/ops', 'service_account_name')} --yes`,
};

const lease = async (stage: Stage): Promise<string> => stage.given('aws creds ci', 'lease_id');

const leases: Readonly<Record<string, Scenario>> = {
  'lease.lookup': async (stage) => `lease lookup ${await lease(stage)}`,
  'lease.renew': async (stage) => `lease renew ${await lease(stage)}`,
  'lease.revoke': async (stage) => `lease revoke ${await lease(stage)} --sync --yes`,
  'lease.unwrap': async (stage) => {
    const token = await stage.run('aws role show ci --wrap-ttl 5m --field token');
    return `lease unwrap @${stage.file('wrapping-token', token)}`;
  },
};

const jobFile = `job "tortured" {
  type = "batch"
  group "g" {
    task "t" {
      driver = "raw_exec"
      config { command = "/bin/true" }
    }
  }
}
`;

/** Leaves a deployment that runs until its canary is promoted. */
const awaitingPromotion = async (stage: Stage): Promise<void> => {
  const canary = (color: string): string =>
    serviceFile('shop')
      .replace('min_healthy_time = "0s"', 'min_healthy_time = "0s"\n      canary = 1')
      .replace('"blue"', `"${color}"`);
  await stage.run(`job register ${stage.file('blue.hcl', canary('blue'))} --wait`);
  await stage.run(`job register ${stage.file('red.hcl', canary('red'))} --wait --for promotable`);
};

const jobs: Readonly<Record<string, Scenario>> = {
  'job.list': 'job list',
  'job.show': 'job show api',
  'job.register': async (stage) => `job register ${stage.file('job.hcl', jobFile)}`,
  'job.update': async (stage) =>
    `job update cache ${stage.file('job.hcl', await stage.run('job submission cache --field Source'))}`,
  'job.plan': async (stage) => `job plan ${stage.file('job.hcl', jobFile)}`,
  'job.parse': async (stage) => `job parse ${stage.file('job.hcl', jobFile)}`,
  'job.submission': 'job submission api',
  'job.versions': 'job versions api',
  'job.allocations': 'job allocations api',
  'job.evaluations': 'job evaluations api',
  'job.deployments': 'job deployments api',
  'job.deployment': 'job deployment api',
  'job.summary': 'job summary api',
  'job.scale-status': 'job scale-status api',
  'job.services': 'job services api',
  'job.actions': 'job actions api',
  'job.dispatch': 'job dispatch report --meta month=2026-11',
  'job.periodic.force': 'job periodic force nightly',
  'job.scale': 'job scale api web 3',
  'job.evaluate': 'job evaluate api',
  'job.revert': 'job revert api 0',
  'job.stable': 'job stable api 2 --no-stable',
  'job.stop': 'job stop cache --yes',
  'job.restart': async (stage) => {
    await stage.run(`job register ${stage.file('one.hcl', serviceFile('one'))} --wait`);
    return 'job restart one --yes --wait-timeout 60s';
  },
  'job.promote': async (stage) => {
    await awaitingPromotion(stage);
    return 'job promote shop';
  },
  'job.fail': async (stage) => {
    await awaitingPromotion(stage);
    return 'job fail shop --yes';
  },
  'job.action': async (stage) => {
    const running = "[?TaskGroup=='web' && ClientStatus=='running'] | [0].ID";
    const allocation = await stage.run(`job allocations api --query "${running}" -o tsv`);
    return `job action api greet --alloc-id ${allocation} --task server`;
  },
};

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...workspaces,
  ...messages,
  ...pki,
  ...cloud,
  ...ldap,
  ...leases,
  ...jobs,
};
