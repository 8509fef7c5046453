/** The tracers by name. */

import type { EvmTraceOptions } from '../../backend/evm/tracing.js';
import { HalleyError } from '../../kernel/errors.js';
import type { TracedMessage, Tracer, TracerDefinition } from './tracer.js';
import { hardhatStructLogger } from './tracers/hardhat_struct_logger.js';
import { TRACERS } from './tracers/index.generated.js';
import { structLogger } from './tracers/struct_logger.js';

/** Of a name that is not one, which may be a whole program. */
const SHOWN_CHARACTERS = 100;

/** How the tracer is made. Throws HalleyError `not-found` when there is none of that name. */
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
