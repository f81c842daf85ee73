/** Decides whether output has colour, and applies it; no other file does. */

/** chalk's level: 0 none, 1 sixteen colours, 2 256, 3 true colour. */
export type ColorLevel = 0 | 1 | 2 | 3;
type ColorFlag = 'auto' | 'always' | 'never';

export interface ColorWish {
  readonly flag: ColorFlag;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
}

const depth = (env: ColorWish['env']): ColorLevel => {
  if (/^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 3;
  return /-256(?:color)?$/i.test(env['TERM'] ?? '') ? 2 : 1;
};

const forced = (value: string, env: ColorWish['env']): ColorLevel => {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : depth(env);
};

/** By `--color`, NO_COLOR (if not empty), FORCE_COLOR, CLICOLOR_FORCE, then the stream. */
export const colorLevel = ({ flag, env, isTTY }: ColorWish): ColorLevel => {
  if (flag === 'never') return 0;
  if (flag === 'always') return depth(env);
  const said = (name: string): string => env[name] ?? '';
  if (said('NO_COLOR') !== '') return 0;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return forced(force, env);
  if (said('CLICOLOR_FORCE') !== '' && said('CLICOLOR_FORCE') !== '0') return depth(env);
  if (!isTTY || said('TERM') === 'dumb' || said('CLICOLOR') === '0') return 0;
  return said('CI') === '' || said('CI') === 'false' ? depth(env) : 1;
};

type Paint = (text: string) => string;

export interface Painter {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const plain: Paint = (text) => text;

export const noColor: Painter = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};

export const painter = async (level: ColorLevel): Promise<Painter> => {
  if (level === 0) return noColor;
  const { Chalk } = await import('chalk');
  // chalk's own level ignores NO_COLOR and reads argv.
  const chalk = new Chalk({ level });
  // chalk joins all arguments, and `map` gives three.
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    red: (text) => chalk.red(text),
    green: (text) => chalk.green(text),
    yellow: (text) => chalk.yellow(text),
    cyan: (text) => chalk.cyan(text),
  };
};

export const toned = (paint: Painter, tone: 'good' | 'warn' | 'bad' | 'dim'): Paint =>
  ({ good: paint.green, warn: paint.yellow, bad: paint.red, dim: paint.dim })[tone];
