/** Compares the machines over many random programs. */
import { comparePrograms } from './programs.js';

comparePrograms(process.env['CI'] === 'true' ? 10_000 : 2_000);
