/** Some tools print leading zeros, which servers do not keep. */
const withoutZeros = (serial: string): string => serial.replace(/^(?:00:)+/, '');

/** Returns lower-case hex octets with colons, of any usual spelling; undefined for other text. */
export const octetsOf = (text: string): string | undefined => {
  const bare = text.trim().replace(/^(?:serial=|0x)/i, '');
  if (/^[0-9a-f]+$/i.test(bare)) {
    const whole = bare.length % 2 === 0 ? bare : `0${bare}`;
    return withoutZeros(whole.replaceAll(/..(?=.)/g, '$&:').toLowerCase());
  }
  if (!/^[0-9a-f]{1,2}(?:(?:[:-]|\s+)[0-9a-f]{1,2})+$/i.test(bare)) return undefined;
  const parts = bare.split(/[:-]|\s+/).map((octet) => octet.padStart(2, '0').toLowerCase());
  return withoutZeros(parts.join(':'));
};
