/** Finds tracers by name. */

import type { EvmTraceOptions } from '../../backend/evm/tracing.js';
import { HalleyError } from '../../kernel/errors.js';
import type { TracedMessage, Tracer, TracerDefinition } from './tracer.js';
import { hardhatStructLogger } from './tracers/hardhat_struct_logger.js';
import { TRACERS } from './tracers/index.generated.js';
import { structLogger } from './tracers/struct_logger.js';

/** Limits the characters of an unknown name in an error: it may be a whole program. */
const SHOWN_CHARACTERS = 100;

/** Returns the function that creates the tracer. Throws HalleyError `not-found` for an unknown name. */
export function tracerOf({
  tracer,
  structLogs,
}: Pick<EvmTraceOptions, 'tracer'> & Partial<EvmTraceOptions>): (message: TracedMessage) => Tracer {
  if (tracer !== undefined && tracer !== '') {
    const { create } = definitionOf(tracer);
    return (message) => create(message, definitionOf);
  }
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
