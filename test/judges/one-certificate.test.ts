/** One certificate, five commands, on the sandbox. */
import { judgeFiveCommands } from '../support/five-commands.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet } = useSandbox({ products: ['openbao'] });

judgeFiveCommands((line, env) => trivet(line, { env }), false);
