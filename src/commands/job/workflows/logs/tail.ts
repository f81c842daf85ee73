/** Bytes. */
const guess = 200;
const most = 64 * 1024 * 1024;

/** @param read bytes before the end */
export const lastLines = async (
  count: number,
  read: (bytes: number) => AsyncIterable<Uint8Array | 'quiet'>,
): Promise<Uint8Array> => {
  for (let bytes = count * guess; ; bytes *= 4) {
    const parts: Uint8Array[] = [];
    for await (const part of read(bytes)) if (part !== 'quiet') parts.push(part);
    const log = Buffer.concat(parts);
    let from = log.length - (log.at(-1) === 0x0a ? 1 : 0);
    for (let lines = 0; lines < count && from > 0; lines += 1) from = log.lastIndexOf(0x0a, from - 1);
    if (from > 0) return log.subarray(from + 1);
    // A short reply is the whole log; otherwise the first line may be cut.
    if (log.length < bytes || bytes > most) return log;
  }
};
