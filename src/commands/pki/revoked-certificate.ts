/** The words of a question about a certificate that is in the input, without a read. */
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { FoundRisk } from '../../catalogue/risk.ts';
import { isPem } from '../../documents/pem.ts';
import { TrivetError } from '../../system/error.ts';
import { revocationOf } from './revocation-words.ts';
import { serialOf } from './serial.ts';

const ofInput = (input: InputRecord): FoundRisk | undefined => {
  const text = inputText(input, 'serial_number') ?? '';
  if (!isPem(text)) return undefined;
  try {
    return revocationOf(serialOf(text), text);
  } catch (error) {
    // The request itself is refused with the reason.
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

export default ofInput;
