import { PROGRAMS, type Terminal } from './programs.ts';

function words(command: string): readonly string[] {
  const found = command.match(/'[^']*'|"[^"]*"|[^\s'"]+/gu) ?? [];
  return found.map((word) => (/^['"]/u.test(word) ? word.slice(1, -1) : word));
}

/** No pipes, loops or expansions. */
export function runScript(terminal: Terminal, script: string): void {
  const commands = script.split(/[;\n]/u).map((command) => words(command.trim()));
  const step = (at: number, status: number): void => {
    const command = commands[at];
    if (command === undefined) {
      terminal.exit(status);
      return;
    }
    const [name, ...args] = command;
    if (name === undefined) step(at + 1, status);
    else if (name === 'exit') terminal.exit(args[0] === undefined ? status : Number(args[0]) & 0xff);
    else if (name === 'kill') PROGRAMS['kill']?.(terminal, args, (code) => terminal.exit(code));
    else {
      const program = PROGRAMS[baseName(name)];
      if (program === undefined) {
        terminal.stderr(`sh: ${name}: not found\n`);
        step(at + 1, 127);
      } else
        program(
          terminal,
          args,
          once((code) => step(at + 1, code)),
        );
    }
  };
  step(0, 0);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function isProgram(command: string): boolean {
  const name = baseName(command);
  return name === 'sh' || name === 'bash' || name in PROGRAMS;
}

export function runProgram(terminal: Terminal, command: string, args: readonly string[]): void {
  const name = baseName(command);
  if (name === 'sh' || name === 'bash') {
    runScript(terminal, args[0] === '-c' ? (args[1] ?? '') : '');
    return;
  }
  PROGRAMS[name]?.(
    terminal,
    args,
    once((code) => terminal.exit(code)),
  );
}

function once(done: (code: number) => void): (code: number) => void {
  let ended = false;
  return (code) => {
    if (!ended) done(code);
    ended = true;
  };
}
