/** Tests that a run is continued in the folder where it was started, from which its words name files. */
import { expect, test } from 'vitest';
import { runShell } from '../support/run-bin.ts';

const script = (between: string): string => `
trivet sandbox exec --quiet -- bash -c '
  mkdir there here
  cd there
  echo "exit 1" >check.sh
  trivet workspace lock --where name~*-qa --reason x --waves 14 --check "sh check.sh" --yes >/dev/null 2>&1
  echo "echo checked >>log" >check.sh
  cd ../here
  echo "echo foreign; exit 1" >check.sh
  ${between}
  id=$(trivet changes -o json --quiet | grep -o "\\"id\\": *\\"[0-9a-f]*" | head -n1 | grep -o "[0-9a-f]*$")
  trivet changes continue $id
  echo "exit $?"
  cat ../there/log
'`;

test('changes continue runs in the folder of the run, also if it is given in another one', async () => {
  const { stdout, stderr } = await runShell(script(''));
  expect(stdout, stderr).toMatch(/exit 0\nchecked\nchecked\n$/);
  expect(stderr).toMatch(/Continuing in \S+\/there, where it was started/);
  expect(stderr).not.toContain('foreign');
});

test('a run whose folder is gone is refused, with the way to continue it', async () => {
  const { stdout, stderr } = await runShell(script('mv ../there ../gone'));
  expect(stdout, stderr).toContain('exit 3');
  expect(stderr).toMatch(
    /the folder \S+\/there, in which the run of receipt [0-9a-f]{8} was started, does not exist/,
  );
  expect(stderr).toMatch(
    /Give its command in another folder, with its flags, and: --resume \S+\n  Nothing was sent\./,
  );
});
