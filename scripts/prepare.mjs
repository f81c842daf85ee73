// Builds the checkout after `npm ci`, or after an installation from git.
import { createRequire } from 'node:module';
import { withoutCheckout } from './published.mjs';

const hasBundler = () => {
  try {
    createRequire(import.meta.url).resolve('rolldown');
    return true;
  } catch {
    return false;
  }
};

if (hasBundler()) {
  await import('./build.mjs');
  // npm prepares the clone of a git URL with this variable set, then packs it without prepack.
  if ('_PACOTE_NO_PREPARE_' in process.env) {
    const { writeNotices } = await import('./notices.mjs');
    await writeNotices();
    withoutCheckout();
  }
} else {
  // npm prepares the clone of a git URL with the --global of the outer command, which installs no packages.
  process.stderr.write(`trivet: the packages that the build needs are missing
  In a checkout: npm ci
  For a git URL: npm pack URL, then npm install --global ./trivet-*.tgz
`);
  process.exitCode = 1;
}
