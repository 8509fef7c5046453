// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { tracer as call_tracer } from './call_tracer.js';
import { tracer as erc7562_tracer } from './erc7562_tracer.js';
import { tracer as flat_call_tracer } from './flat_call_tracer.js';
import { tracer as four_byte_tracer } from './four_byte_tracer.js';
import { tracer as keccak256_preimage_tracer } from './keccak256_preimage_tracer.js';
import { tracer as mux_tracer } from './mux_tracer.js';
import { tracer as noop_tracer } from './noop_tracer.js';
import { tracer as prestate_tracer } from './prestate_tracer.js';

export const TRACERS = [
  call_tracer,
  erc7562_tracer,
  flat_call_tracer,
  four_byte_tracer,
  keccak256_preimage_tracer,
  mux_tracer,
  noop_tracer,
  prestate_tracer,
] as const;
