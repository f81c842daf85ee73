/** Runs the openssl program to check what the sandbox issues. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface Verdict {
  readonly ok: boolean;
  /** Standard output and standard error. */
  readonly text: string;
}

export class OpensslFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sandbox-pki-'));

  file(name: string, content: string | Buffer): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  run(...args: readonly string[]): Verdict {
    const result = spawnSync('openssl', args, { encoding: 'utf8', cwd: this.path });
    return { ok: result.status === 0, text: `${result.stdout}${result.stderr}` };
  }

  /** The `-text` output of a certificate. */
  describe(pem: string): string {
    const { ok, text } = this.run('x509', '-in', this.file('described.pem', pem), '-noout', '-text');
    if (!ok) throw new Error(text);
    return text;
  }

  /** Whether `leaf` verifies up to `root` through the others. */
  verify(root: string, leaf: string, between: readonly string[] = []): Verdict {
    const rootFile = this.file('root.pem', root);
    const chain = between.length === 0 ? [] : ['-untrusted', this.file('between.pem', between.join('\n'))];
    return this.run(
      'verify',
      '-check_ss_sig',
      '-x509_strict',
      '-CAfile',
      rootFile,
      ...chain,
      this.file('leaf.pem', leaf),
    );
  }

  /** Whether a certificate verifies where each issuer of its chain needs one of these lists; all are paths. */
  verifyUnrevoked(
    file: string,
    { root, between, lists }: { readonly root: string; readonly between: string; readonly lists: string },
  ): Verdict {
    const files = ['-CRLfile', lists, '-CAfile', root, '-untrusted', between, file];
    return this.run('verify', '-crl_check_all', ...files);
  }

  /** Makes a signing request with openssl. */
  request(key: readonly string[], subject: string, extensions: readonly string[] = []): string {
    const added = extensions.flatMap((extension) => ['-addext', extension]);
    const args = ['req', '-new', '-newkey', ...key, '-nodes', '-keyout', join(this.path, 'csr.key')];
    const { ok, text } = this.run(...args, '-subj', subject, ...added, '-out', join(this.path, 'csr.pem'));
    if (!ok) throw new Error(text);
    return this.run('req', '-in', join(this.path, 'csr.pem')).text;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export const EC_KEY = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** The line below a heading of `openssl x509 -text`. */
export function below(text: string, heading: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines[lines.findIndex((line) => line.startsWith(heading)) + 1] ?? '';
}
