/** Serves until a signal arrives; prints the variables that a shell needs to reach it. */
import { sandboxEnvironment, startFor } from '../../../workflows/started-sandbox.ts';
import type { SandboxInput } from '../../../workflows/started-sandbox.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

const run: Workflow<SandboxInput> = async ({ session, presenter, input }) => {
  const sandbox = await startFor(input);
  try {
    const lines = Object.entries(sandboxEnvironment(sandbox, 'owner')).map(
      ([name, value]) => `export ${name}=${value}\n`,
    );
    await presenter.write(lines.join(''));
    session.reporter.note(`serving on ${sandbox.origin}`);
    for (const line of await sandbox.guide()) session.reporter.note(line);
    session.reporter.note('Ctrl-C stops the sandbox and deletes its data');
    await new Promise<void>((resolve) => {
      if (session.signal.aborted) resolve();
      else session.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await sandbox.close();
  }
  return 0;
};

export default run;
