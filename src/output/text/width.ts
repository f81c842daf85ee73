const ascii = /^[ -~]*$/;
const combining = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const emoji = /^\p{Emoji_Presentation}$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;

/** East Asian wide (Unicode 16, except emoji). */
const wideRanges: readonly (readonly [from: number, to: number])[] = [
  [0x11_00, 0x11_5f],
  [0x23_29, 0x23_2a],
  [0x2e_80, 0x30_3e],
  [0x30_41, 0x33_ff],
  [0x34_00, 0x4d_bf],
  [0x4e_00, 0xa4_cf],
  [0xa9_60, 0xa9_7c],
  [0xac_00, 0xd7_a3],
  [0xf9_00, 0xfa_ff],
  [0xfe_10, 0xfe_19],
  [0xfe_30, 0xfe_6f],
  [0xff_01, 0xff_60],
  [0xff_e0, 0xff_e6],
  [0x1_6f_e0, 0x1_6f_f1],
  [0x1_70_00, 0x1_8d_08],
  [0x1_af_f0, 0x1_b2_fb],
  [0x1_d3_00, 0x1_d3_76],
  [0x1_f2_00, 0x1_f2_65],
  [0x2_00_00, 0x3_ff_fd],
];

const isWide = (code: number): boolean => {
  for (const [from, to] of wideRanges) {
    if (code < from) return false;
    if (code <= to) return true;
  }
  return false;
};

const isFlagLetter = (code: number): boolean => code >= 0x1_f1_e6 && code <= 0x1_f1_ff;
const isSkinTone = (code: number): boolean => code >= 0x1_f3_fb && code <= 0x1_f3_ff;
/** Such a letter is drawn into the first letter of a Hangul syllable. */
const isHangulTail = (code: number): boolean => code >= 0x11_60 && code <= 0x11_ff;

interface Cluster {
  text: string;
  width: number;
}

const ownWidth = (character: string, code: number): number => {
  if (code < 0x3_00) return 1;
  if (isHangulTail(code) || combining.test(character)) return 0;
  return isWide(code) || emoji.test(character) ? 2 : 1;
};

function* clusters(text: string): Generator<Cluster> {
  let last: Cluster | undefined;
  let joined = false;
  let flag = false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const secondHalf = flag && isFlagLetter(code);
    if (last !== undefined && (joined || secondHalf || (isSkinTone(code) && last.width === 2))) {
      last.text += character;
      last.width = 2;
      [joined, flag] = [false, false];
      continue;
    }
    const width = ownWidth(character, code);
    if (width === 0 && last !== undefined) {
      last.text += character;
      // The emoji form of a narrow symbol, and the joiner of two emoji, are wide.
      if (code === 0xfe_0f && pictograph.test(String.fromCodePoint(last.text.codePointAt(0) ?? 0)))
        last.width = 2;
      joined = code === 0x20_0d && last.width === 2;
      continue;
    }
    if (last !== undefined) yield last;
    last = { text: character, width };
    flag = isFlagLetter(code);
  }
  if (last !== undefined) yield last;
}

export const displayWidth = (text: string): number => {
  if (ascii.test(text)) return text.length;
  // The commonest character that is not ASCII.
  if (text.endsWith('…') && ascii.test(text.slice(0, -1))) return text.length;
  let width = 0;
  for (const cluster of clusters(text)) width += cluster.width;
  return width;
};

export const truncate = (text: string, width: number): string => {
  if (width <= 0) return '';
  if (ascii.test(text)) return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  if (text.length <= width / 2 || displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const cluster of clusters(text)) {
    if (used + cluster.width > width - 1) break;
    kept += cluster.text;
    used += cluster.width;
  }
  return `${kept}…`;
};

/** 80 if the terminal reports no width, or 0 like a new one. */
export const columnsOfTerminal = (stream: { readonly columns?: number | undefined }): number =>
  stream.columns !== undefined && stream.columns > 0 ? stream.columns : 80;

/** ASCII and Latin letters, whose columns are counted alike everywhere. */
export const isNarrow = (text: string): boolean => /^[ -~\u00a1-\u00ac\u00ae-\u02ff]*$/.test(text);
