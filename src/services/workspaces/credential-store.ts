/** Keeps a token where Terraform looks: in its credentials helper, or in `credentials.tfrc.json`. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../system/make-folder.ts';
import { updateFile } from '../../system/update-file.ts';
import { errorCode } from '../../system/system-error.ts';
import { localError } from '../../system/error.ts';
import { isObject, textAt } from '../../documents/json/json.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import type {
  CredentialStoreTools,
  CredentialStore,
  VendorCredentialStore,
} from '../../config/tokens/credential-store.ts';
import { credentialsFile, fileTokens } from './terraform-credentials.ts';
import { credentialsHelper } from './credentials-helper.ts';

const inHelper = (argv: readonly string[], { run }: CredentialStoreTools, host: string): CredentialStore => {
  const title = `the credentials helper ${argv[0] ?? ''}`;
  const callHelper = async (verb: string, input?: string): Promise<string> => {
    const { exit, stdout } = await run([...argv, verb, host], input);
    if (exit === 0) return stdout;
    throw localError(
      `${title} failed: ${verb} ended with ${exit === undefined ? 'a signal' : `exit code ${exit}`}`,
    );
  };
  return {
    title,
    read: async () => textAt(jsonIn(await callHelper('get')), 'token'),
    store: async (_, token) => {
      await callHelper('store', JSON.stringify({ token }));
    },
    erase: async () => {
      await callHelper('forget');
    },
  };
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const contentIn = (text: string | undefined, path: string): JsonObject => {
  if (text === undefined) return {};
  const content = jsonIn(text);
  if (isObject(content)) return content;
  throw localError(`${path} is not valid JSON`, 'It was left as it is.');
};

const inFile = (path: string, host: string): CredentialStore => {
  const write = async (token: string | undefined): Promise<void> => {
    makeFolder(dirname(path));
    await updateFile(path, (text) => {
      const content = contentIn(text, path);
      const { credentials } = content;
      const { [host]: _, ...others } = isObject(credentials) ? credentials : {};
      const next: Json = {
        ...content,
        credentials: token === undefined ? others : { ...others, [host]: { token } },
      };
      return `${writeJson(next, 2)}\n`;
    });
  };
  return {
    title: path,
    read: () => Promise.resolve(textAt(ofHost(contentIn(textOf(path), path), host), 'token')),
    store: (_, token) => write(token),
    erase: () => write(undefined),
  };
};

const ofHost = ({ credentials }: JsonObject, host: string): Json | undefined =>
  isObject(credentials) && Object.hasOwn(credentials, host) ? credentials[host] : undefined;

const credentialStore: VendorCredentialStore = (tools, { url }) => {
  const { surroundings } = tools;
  const { host } = new URL(url);
  const file = credentialsFile(surroundings);
  const known = fileTokens(surroundings).get(host)?.source;
  if (known !== undefined && known !== file) {
    throw localError(
      `${known} has a token for ${host}, which Terraform uses first`,
      'Remove that block first.',
    );
  }
  const helper = known === undefined ? credentialsHelper(surroundings) : undefined;
  if (helper !== undefined) return inHelper(helper, tools, host);
  if (file === undefined)
    throw localError('Terraform reads no file of credentials here', 'Unset TF_CLI_CONFIG_FILE.');
  return inFile(file, host);
};

export default credentialStore;
