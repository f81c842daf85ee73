/** Passes bytes of another program to a terminal so that control characters are shown and have no effect. */
import { safe } from '../../../../output/text/safe.ts';
import type { Sink } from '../../../../output/formats/options.ts';

export interface TextSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes what waits for its other half: part of a character, a carriage return. */
  end(): Promise<void>;
}

/** Passes bytes on unchanged. */
export const rawSink = (sink: Sink): TextSink => ({
  write: (bytes) => sink(bytes),
  end: () => Promise.resolve(),
});

/** Passes bytes on as text with visible control characters; line ends of both kinds and tabs stay. */
export const safeSink = (sink: Sink): TextSink => {
  const decoder = new TextDecoder();
  let held = '';
  const pass = async (text: string): Promise<void> => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const shown = safe(whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n'), {
      multiline: true,
    });
    if (shown !== '') await sink(shown);
  };
  return {
    write: (bytes) => pass(decoder.decode(bytes, { stream: true })),
    end: async () => {
      await pass(decoder.decode());
      if (held !== '') await sink(safe(held));
      held = '';
    },
  };
};
