/** Runs the checks of one client, and prints how many passed and failed; the exit code is the number that failed. */
export const run = async (client, checks) => {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
    } catch (error) {
      failed += 1;
      process.stderr.write(`  ${client}: ${name}: ${error.message}\n`);
    }
  }
  process.stdout.write(`${client}\t${Object.keys(checks).length - failed}\t${failed}\n`);
  process.exitCode = Math.min(failed, 99);
};

export const equal = (one, other) => {
  if (one !== other) throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
};

/** Fails unless the call is refused with this status. */
export const refused = async (call, status) => {
  const error = await call().then(
    () => undefined,
    (reason) => reason,
  );
  equal(error?.response?.status, status);
};
