/** Linear time, by following all states at once: no expression or text can block the sandbox. */
import type { Node } from './parse.ts';
import { parsePattern } from './parse.ts';

type Step =
  | Extract<Node, { readonly kind: 'one' | 'assertion' }>
  | { readonly kind: 'jump'; readonly targets: readonly number[] }
  | { readonly kind: 'end' };

/** With counted repetitions written out. */
const MOST_STEPS = 10_000;

const END: Step = { kind: 'end' };

class Program {
  readonly steps: Step[] = [];

  constructor(node: Node) {
    this.#write(node);
    this.steps.push(END);
  }

  #add(step: Step): number {
    if (this.steps.length >= MOST_STEPS) throw new SyntaxError('the expression is too large');
    return this.steps.push(step) - 1;
  }

  #jump(at: number, ...targets: readonly number[]): void {
    this.steps[at] = { kind: 'jump', targets };
  }

  #write(node: Node): void {
    switch (node.kind) {
      case 'one':
      case 'assertion':
        this.#add(node);
        break;
      case 'sequence':
        for (const part of node.parts) this.#write(part);
        break;
      case 'choice':
        this.#writeChoice(node.choices);
        break;
      case 'repeat':
        this.#writeRepeat(node);
    }
  }

  #writeChoice(choices: readonly Node[]): void {
    const fork = this.#add(END);
    const starts: number[] = [];
    const exits: number[] = [];
    for (const choice of choices) {
      starts.push(this.steps.length);
      this.#write(choice);
      exits.push(this.#add(END));
    }
    this.#jump(fork, ...starts);
    for (const exit of exits) this.#jump(exit, this.steps.length);
  }

  #writeRepeat({ part, least, most }: Extract<Node, { readonly kind: 'repeat' }>): void {
    for (let count = 0; count < least; count += 1) this.#write(part);
    const optional = most === Infinity ? 1 : most - least;
    const forks: number[] = [];
    for (let count = 0; count < optional; count += 1) {
      forks.push(this.#add(END));
      this.#write(part);
    }
    if (most === Infinity) this.#jump(this.#add(END), forks[0] ?? 0);
    for (const fork of forks) this.#jump(fork, fork + 1, this.steps.length);
  }
}

function find(steps: readonly Step[], text: string): boolean {
  const characters = Array.from(text);
  let states: number[] = [];
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters[at - 1] ?? '';
    const after = characters[at] ?? '';
    const next: number[] = [];
    // A match can begin anywhere. The loop also visits states added while it runs.
    const reached = new Set([0, ...states]);
    for (const state of reached) {
      const step = steps[state] ?? END;
      if (step.kind === 'end') return true;
      if (step.kind === 'jump') for (const target of step.targets) reached.add(target);
      else if (step.kind === 'one') {
        if (after !== '' && step.test(after)) next.push(state + 1);
      } else if (step.holds(before, after)) reached.add(state + 1);
    }
    states = next;
  }
  return false;
}

export function compilePattern(source: string): ((text: string) => boolean) | undefined {
  try {
    const { steps } = new Program(parsePattern(source));
    return (text) => find(steps, text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
