/** Fails a test whose command ended with an exit code that its help and the manifest do not list. */
import { route, wholeProgram } from '../../src/cli/route.ts';
import { exitNumbersOf } from '../../src/cli/help/facts.ts';
import { passesOn } from '../../src/catalogue/command.ts';
import { Exit } from '../../src/system/error.ts';
import { program } from '../../src/main.ts';

const all = await wholeProgram(program.catalogue);

/** @throws if `code` is not declared, and not that of a signal, a defect or another program */
export const checkExit = async (argv: readonly string[], code: number, stderr: string): Promise<void> => {
  const { path, leaf, tail } = route(argv, all);
  if (leaf === undefined || code === Exit.ok || code > 128) return;
  const commands = (await program.catalogue.group(path[0] ?? '')?.load()) ?? [];
  const command = commands.find((one) => one.path === path.join(' '));
  if (command === undefined || passesOn(command, tail !== undefined)) return;
  if (code === Exit.own && stderr.includes('a defect of trivet')) return;
  if (!exitNumbersOf(command).includes(code))
    throw new Error(`trivet ${command.path} ended with ${code}, which its help does not name: ${stderr}`);
};
