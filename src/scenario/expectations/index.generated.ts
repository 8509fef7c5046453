// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { expectation as answer } from './answer.js';
import { expectation as block } from './block.js';
import { expectation as conflict } from './conflict.js';
import { expectation as evidence } from './evidence.js';
import { expectation as halt } from './halt.js';
import { expectation as round_state } from './round_state.js';
import { expectation as takes } from './takes.js';
import { expectation as time } from './time.js';
import { expectation as trace } from './trace.js';
import { expectation as validator } from './validator.js';

export const EXPECTATIONS = [
  answer,
  block,
  conflict,
  evidence,
  halt,
  round_state,
  takes,
  time,
  trace,
  validator,
] as const;
