/** Compares the machines over a few random programs; `machines.long.test.ts` runs many more with the same seed. */
import { comparePrograms } from './programs.js';

comparePrograms(300);
