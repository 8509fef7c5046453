/** Compares the machines over many random programs. */
import { comparePrograms } from './programs.js';

comparePrograms(process.env['CI'] === 'true' ? 20_000 : 2_000);
