/** The process of one cold import: prints how many milliseconds its arguments took to import. */
import { argv, stdout } from 'node:process';

const start = performance.now();
for (const specifier of argv.slice(2)) await import(specifier);
stdout.write(String(performance.now() - start));
