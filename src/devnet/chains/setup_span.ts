/** When a devnet of several chains begins. */
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';

/**
 * So long before now, where the genesis document names no time: each block takes a second of its chain, and what the plan
 * asks for takes many. When it is done the clocks show now.
 */
export const SETUP_SPAN: UnixNanos = 3_600n * NANOS_PER_SECOND;
