/** A few drawn programs; `machines.long.test.ts` draws many more of the same seed. */
import { comparePrograms } from './programs.js';

comparePrograms(300);
