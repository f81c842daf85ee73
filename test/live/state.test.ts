/**
 * Tests round trips of `trivet export`, `diff` and `apply` with real servers: TRIVET_LIVE_OTF_*, TRIVET_LIVE_BAO_*
 * (with its AWS plugin and a directory), TRIVET_LIVE_NOMAD_*. Makes its own objects and removes them. `npm run
 * test:live`
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';
import { bao, entryBase, given, nomad, otf, serverVariables } from '../support/live-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-live-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const name = `trivet-state-${process.pid}`;

const env = {
  TRIVET_CONFIG_DIR: join(folder, 'config'),
  TRIVET_ORGANIZATION: 'acme',
  ...serverVariables,
};
// A service without an address is not configured; an empty address would be a mistake.
const configured = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

const trivet = (line: string): Promise<CliResult> => runCli(words(line), { env: configured });
const ok = async (line: string): Promise<CliResult> => {
  const result = await trivet(line);
  if (result.code !== 0) throw new Error(`trivet ${line}: exit ${result.code}: ${result.stderr}`);
  return result;
};

/** The requests that change something, as `--verbose` lists them. */
const writesIn = ({ stderr }: CliResult): readonly string[] =>
  [...stderr.matchAll(/^> (POST|PUT|PATCH|DELETE) (\S+)/gm)]
    .map(([, method, url]) => `${method} ${url}`)
    .filter((line) => !/\/(?:plan|jobs\/parse)(?:\?|$)/.test(line));

interface Trip {
  readonly object: string;
  readonly make: string;
  readonly change: string;
  readonly fields: readonly string[];
  /** The requests that restore it. */
  readonly writes?: number;
  readonly remove?: string;
  /** The scope, which an export omits. */
  readonly flags?: string;
}

const roundTrip = async ({
  object,
  make,
  change,
  fields,
  writes = 1,
  remove,
  flags = '',
}: Trip): Promise<'same'> => {
  if (make !== '') await ok(make);
  try {
    const exported = (await ok(`export ${object}`)).stdout;
    expect((await ok(`export ${object}`)).stdout).toBe(exported);
    const file = join(folder, `${object.replaceAll(/[^a-z-]/g, '_')}.yaml`);
    writeFileSync(file, exported);
    expect(await trivet(`diff ${file} ${flags} --detailed-exitcode`)).toMatchObject({ code: 0, stdout: '' });
    await ok(change);
    const drifted = await trivet(`diff ${file} ${flags} --detailed-exitcode -o json`);
    expect(drifted.code).toBe(11);
    expect(JSON.parse(drifted.stdout)).toMatchObject([{ action: 'update', fields }]);
    const applied = await ok(`apply ${file} ${flags} --yes --verbose`);
    expect(writesIn(applied).length, applied.stderr).toBe(writes);
    expect((await trivet(`diff ${file} ${flags} --detailed-exitcode`)).code).toBe(0);
    expect(writesIn(await ok(`apply ${file} ${flags} --yes --verbose`))).toEqual([]);
    if (remove === undefined) return 'same';
    // On an empty server an equal object is created.
    await ok(remove);
    await ok(`apply ${file} ${flags} --yes`);
    const again = await trivet(`diff ${file} ${flags} --full --detailed-exitcode`);
    expect(again.code, again.stdout).toBe(0);
    return 'same';
  } finally {
    if (remove !== undefined) await trivet(remove);
  }
};

describe.skipIf(otf === '')('OTF', () => {
  test('restores a workspace with tags', async () => {
    expect(
      await roundTrip({
        object: `workspace:${name}`,
        make: `workspace create ${name} --auto-apply --description kept`,
        change: `workspace update ${name} --no-auto-apply`,
        fields: ['auto-apply'],
        remove: `workspace force-delete acme/${name} --confirm acme/${name}`,
      }),
    ).toBe('same');
  });

  test('restores a tag, and a workspace whose file names no server', async () => {
    const file = join(folder, 'tags.yaml');
    writeFileSync(file, `kind: workspace\nname: ${name}-t\nsettings: {auto-apply: true}\ntags: [eu, prod]\n`);
    try {
      await ok(`apply ${file} --yes`);
      await ok(`workspace tag add ${name}-t more`);
      const drifted = await trivet(`diff ${file} --detailed-exitcode -o json`);
      expect(JSON.parse(drifted.stdout)).toMatchObject([{ fields: ['tags'] }]);
      const applied = await ok(`apply ${file} --yes --verbose`);
      expect(writesIn(applied)).toEqual([expect.stringContaining('DELETE ')]);
      expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
    } finally {
      await trivet(`workspace force-delete acme/${name}-t --confirm acme/${name}-t`);
    }
  });
});

describe.skipIf(bao === '')('OpenBao', () => {
  const mount = `${name}-pki`;
  const mounts = async (method: 'POST' | 'DELETE'): Promise<void> => {
    const reply = await fetch(`${bao}/sys/mounts/${mount}`, {
      method,
      headers: { 'x-vault-token': given('BAO_TOKEN') },
      ...(method === 'POST' ? { body: JSON.stringify({ type: 'pki' }) } : {}),
    });
    if (!reply.ok) throw new Error(`${method} ${mount}: ${reply.status}`);
  };
  beforeAll(() => mounts('POST'));
  afterAll(() => mounts('DELETE'));

  test('restores a role of the PKI engine', async () => {
    expect(
      await roundTrip({
        object: `pki-role:${name}`,
        make: `pki role write ${name} --allowed-domains example.com --max-ttl 72h`,
        change: `pki role update ${name} --no-server-flag`,
        fields: ['server_flag'],
        remove: `pki role delete ${name} --yes`,
      }),
    ).toBe('same');
  });

  test('keeps a setting that no document names in an update, and restores it', async () => {
    const role = `${name}-r`;
    await ok(`pki role write ${role} --mount ${mount} --ttl 1h --set use_pss=true`);
    const file = join(folder, 'recorded.yaml');
    writeFileSync(file, `kind: pki-role\nname: ${role}\nmount: ${mount}\nsettings: {ttl: 2h}\n`);
    await ok(`apply ${file} --yes`);
    expect((await ok(`pki role show ${role} --mount ${mount} --field use_pss`)).stdout).toBe('true');
    writeFileSync(file, `kind: pki-role\nname: ${role}\nmount: ${mount}\nsettings: {use_pss: false}\n`);
    await ok(`apply ${file} --yes`);
    const shown = JSON.parse((await ok(`pki role show ${role} --mount ${mount} -o json`)).stdout) as {
      data: object;
    };
    expect(shown.data).toMatchObject({ use_pss: false, ttl: 7200 });
  });

  test('restores the configuration of the CRL and of the URLs', async () => {
    const crl = `pki-crl-config:${mount}`;
    expect(
      await roundTrip({
        object: crl,
        make: '',
        change: `pki crl config set --mount ${mount} --expiry 96h`,
        fields: ['expiry'],
        flags: `--mount ${mount}`,
      }),
    ).toBe('same');
    expect(
      await roundTrip({
        object: `pki-urls:${mount}`,
        make: '',
        change: `pki urls set --mount ${mount} --ocsp-servers http://ocsp.example.com`,
        fields: ['ocsp_servers'],
        flags: `--mount ${mount}`,
      }),
    ).toBe('same');
  });

  test('restores a role of the AWS plugin', async () => {
    expect(
      await roundTrip({
        object: `cloud-role:${name}`,
        make: `aws role write ${name} --credential-type assumed_role --role-arns arn:aws:iam::123456789012:role/x --iam-tags a=b`,
        change: `aws role update ${name} --max-sts-ttl 2h`,
        fields: ['max_sts_ttl'],
        remove: `aws role delete ${name} --yes`,
      }),
    ).toBe('same');
  });

  test('restores a role and a set of the directory', async () => {
    const [creation, deletion] = [join(folder, 'creation.ldif'), join(folder, 'deletion.ldif')];
    const entry = `dn: cn={{.Username}},${entryBase}`;
    writeFileSync(
      creation,
      `${entry}\nobjectClass: person\ncn: {{.Username}}\nsn: x\nuserPassword: {{.Password}}\n`,
    );
    writeFileSync(deletion, `${entry}\nchangetype: delete\n`);
    expect(
      await roundTrip({
        object: `ldap-role:${name}`,
        make: `ldap role write ${name} --creation-ldif @${creation} --deletion-ldif @${deletion} --default-ttl 1h`,
        change: `ldap role update ${name} --max-ttl 8h`,
        fields: ['max_ttl'],
        remove: `ldap role delete ${name} --yes`,
      }),
    ).toBe('same');
    const account = given('LDAP_ACCOUNT') || 'svc-08';
    expect(
      await roundTrip({
        object: `ldap-set:${name}`,
        make: `ldap library write ${name} --service-account-names ${account} --ttl 2h --max-ttl 4h --yes`,
        change: `ldap library update ${name} --disable-check-in-enforcement`,
        fields: ['disable_check_in_enforcement'],
      }),
    ).toBe('same');
    await ok(`ldap library delete ${name} --yes`);
  });

  test('creates static roles only if passwords may rotate', async () => {
    const entry = given('LDAP_ENTRY') || 'app-04';
    const user = given('CLOUD_USER');
    const file = join(folder, 'static.yaml');
    const cloud =
      user === ''
        ? ''
        : `---\nkind: cloud-static-role\nname: ${name}\nsettings: {username: ${user}, rotation_period: 24h}\n`;
    writeFileSync(
      file,
      `kind: ldap-static-role\nname: ${name}\nsettings: {username: ${entry}, rotation_period: 24h}\n${cloud}`,
    );
    const refused = await trivet(`apply ${file} --yes`);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('the creation rotates the password; give --allow-rotation');
    try {
      await ok(`apply ${file} --yes --allow-rotation`);
      await ok(`ldap static-role update ${name} --rotation-period 48h`);
      const drifted = await trivet(`diff ${file} --detailed-exitcode -o json`);
      expect(JSON.parse(drifted.stdout)).toMatchObject([
        { kind: 'ldap-static-role', fields: ['rotation_period'] },
      ]);
      await ok(`apply ${file} --yes`);
      expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
    } finally {
      await trivet(`ldap static-role delete ${name} --yes`);
      if (user !== '') await trivet(`aws static-role delete ${name} --yes`);
    }
  });

  test('exports configurations without their secrets, and finds no difference', async () => {
    for (const kind of ['cloud-config', 'ldap-config']) {
      const { stdout } = await ok(`export ${kind}:`);
      expect(stdout).not.toMatch(/secret_key|bindpass|client_tls_key/);
      const file = join(folder, `${kind}.yaml`);
      writeFileSync(file, stdout);
      expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
    }
  });
});

describe.skipIf(nomad === '')('Nomad', () => {
  const source = (command: string): string =>
    `job "${name}" {\n  type = "batch"\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config { command = "${command}" }\n    }\n  }\n}\n`;

  test('restores a job by its file, and as it was exported', async () => {
    mkdirSync(join(folder, 'jobs'));
    const file = join(folder, 'jobs', 'job.nomad.hcl');
    writeFileSync(file, source('/bin/true'));
    try {
      await ok(`apply ${file} --yes`);
      expect((await ok(`job submission ${name} --field Source`)).stdout).toBe(readFileSync(file, 'utf8'));
      expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
      expect(
        await roundTrip({
          object: `job:${name}`,
          make: '',
          change: `job register ${file} --set /Job/Priority=70`,
          fields: ['Priority'],
        }),
      ).toBe('same');
      const kept = join(folder, `job_${name.replaceAll(/[^a-z-]/g, '_')}.yaml`);
      await ok(`job stop ${name} --purge --confirm ${name}`);
      await ok(`apply ${kept} --yes`);
      expect((await trivet(`diff ${kept} --detailed-exitcode`)).code).toBe(0);
    } finally {
      await trivet(`job stop ${name} --purge --confirm ${name}`);
    }
  });

  test('restores a service job whose file has no update settings', async () => {
    const id = `${name}-part`;
    const file = join(folder, 'part.yaml');
    const group = (count: number): string =>
      `kind: job\nname: ${id}\nsettings:\n  TaskGroups:\n    - {Name: g, Count: ${count}, Tasks: [{Name: t, Driver: raw_exec, Config: {command: /bin/sleep, args: ['60']}}]}\n`;
    try {
      writeFileSync(file, group(0));
      await ok(`apply ${file} --yes`);
      expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
      writeFileSync(file, group(1));
      const changed = await ok(`diff ${file} -o json`);
      expect(JSON.parse(changed.stdout)).toMatchObject([
        { action: 'update', fields: ['TaskGroups.g.Count'] },
      ]);
    } finally {
      await trivet(`job stop ${id} --purge --confirm ${id}`);
    }
  });
});
