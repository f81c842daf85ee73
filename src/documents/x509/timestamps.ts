/** Reads the signed certificate timestamps of the logs that know a certificate (RFC 6962). */

interface Timestamp {
  /** Identifier of the log, in base64 as the lists of logs have it. */
  readonly log: string;
  readonly time: Date;
}

export const readTimestamps = (list: Uint8Array): readonly Timestamp[] => {
  const bytes = Buffer.from(list);
  const found: Timestamp[] = [];
  if (bytes.readUInt16BE(0) !== bytes.length - 2) throw new RangeError('another length');
  for (let offset = 2; offset < bytes.length;) {
    const length = bytes.readUInt16BE(offset);
    found.push({
      log: bytes.subarray(offset + 3, offset + 35).toString('base64'),
      time: new Date(Number(bytes.readBigUInt64BE(offset + 35))),
    });
    offset += 2 + length;
  }
  return found;
};
