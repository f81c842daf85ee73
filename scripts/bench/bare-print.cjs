// The minimal program that prints a line.
'use strict';
process.stdout.write('0.1.0\n');
