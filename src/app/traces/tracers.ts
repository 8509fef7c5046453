/** Finds tracers by name. */
import { HalleyError } from '../../kernel/errors.js';
import type { TraceOptions } from './options.js';
import type { TracedMessage, Tracer, TracerDefinition } from './tracer.js';
import { callTracer } from './tracers/call_tracer.js';
import { flatCallTracer } from './tracers/flat_call_tracer.js';
import { fourByteTracer } from './tracers/four_byte_tracer.js';
import { hardhatStructLogger } from './tracers/hardhat_struct_logger.js';
import { keccak256PreimageTracer } from './tracers/keccak256_preimage_tracer.js';
import { muxTracer } from './tracers/mux_tracer.js';
import { noopTracer } from './tracers/noop_tracer.js';
import { prestateTracer } from './tracers/prestate_tracer.js';
import { structLogger } from './tracers/struct_logger.js';

const TRACERS: readonly TracerDefinition[] = [
  callTracer,
  flatCallTracer,
  fourByteTracer,
  keccak256PreimageTracer,
  muxTracer(definitionOf),
  noopTracer,
  prestateTracer,
];
/** Limits the characters of an unknown name in an error: it may be a whole program. */
const SHOWN_CHARACTERS = 100;

/** Returns the function that creates the tracer. Throws HalleyError `not-found` for an unknown name. */
export function tracerOf({
  tracer,
  structLogs,
}: Pick<TraceOptions, 'tracer'> & Partial<TraceOptions>): (message: TracedMessage) => Tracer {
  if (tracer !== undefined && tracer !== '') return definitionOf(tracer).create;
  return structLogs?.asHardhat === true ? hardhatStructLogger : structLogger;
}

function definitionOf(name: string): TracerDefinition {
  const found = TRACERS.find((tracer) => tracer.name === name);
  if (found !== undefined) return found;
  const names = TRACERS.map((tracer) => tracer.name)
    .sort()
    .join(', ');
  throw new HalleyError(
    'not-found',
    `tracer ${JSON.stringify(name.slice(0, SHOWN_CHARACTERS))} is not supported: JavaScript tracers do not run here; there are ${names} and, without a tracer, struct logs`,
    { name: name.slice(0, SHOWN_CHARACTERS) },
  );
}
