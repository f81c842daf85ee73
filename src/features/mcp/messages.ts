/** A line that is not a message gets JSON-RPC's error. */
import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** An error without a message, or with the ID that could be read. */
interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const refusal = (code: number, message: string, id: Refusal['id'] = null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** Characters of a line; a longer one would fill the memory. */
const longest = 10 * 1024 * 1024;

const tooLong = refusal(-32_600, `the line is longer than ${longest} characters`);

const idOf = (value: unknown): Refusal['id'] => {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
};

const faultIn = (line: string, isMessage: (value: unknown) => boolean): Refusal | undefined => {
  if (line.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value)
      ? undefined
      : refusal(-32_600, 'the line is not a request of JSON-RPC 2.0', idOf(value));
  } catch {
    return refusal(-32_700, 'the line is not JSON');
  }
};

export const onlyMessages = (
  isMessage: (value: unknown) => boolean,
  refuse: (refusal: Refusal) => void,
): Transform => {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let skipping = false;
  const take = (line: string): string => {
    if (skipping) {
      skipping = false;
      return '';
    }
    const fault = faultIn(line, isMessage);
    if (fault === undefined) return `${line}\n`;
    refuse(fault);
    return '';
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = `${rest}${decoder.write(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      const passed = lines.map(take).join('');
      if (rest.length > longest) {
        if (!skipping) refuse(tooLong);
        skipping = true;
        rest = '';
      }
      done(null, passed);
    },
  });
};
