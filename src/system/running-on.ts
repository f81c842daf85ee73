import { executablePath, isBun } from './executable.ts';

export const runningOn = {
  form: executablePath === undefined ? 'package' : 'executable',
  runtime: isBun ? 'bun' : 'node',
  runtimeVersion: process.versions[isBun ? 'bun' : 'node'] ?? '',
  platform: `${process.platform}-${process.arch}`,
};
