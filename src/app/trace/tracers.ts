/** The tracers by name. */
import type { TraceOptions } from './options.js';
import type { TracedMessage, Tracer, TracerDefinition } from './tracer.js';
import { callTracer } from './tracers/call_tracer.js';
import { structLogger } from './tracers/struct_logger.js';

const TRACERS: readonly TracerDefinition[] = [callTracer];

/** How the tracer is made; a text when there is none of that name. */
export function tracerOf({ tracer }: TraceOptions): ((message: TracedMessage) => Tracer) | string {
  if (tracer === undefined || tracer === '') return structLogger;
  const found = TRACERS.find(({ name }) => name === tracer);
  if (found !== undefined) return found.create;
  const names = TRACERS.map(({ name }) => name).join(', ');
  return `tracer ${JSON.stringify(tracer.slice(0, 100))} is not supported yet: there are ${names} and, without a tracer, struct logs`;
}
