/** `noopTracer`: nothing (go-ethereum `eth/tracers/native/noop.go`). It shows that a transaction runs again, and how long. */
import type { Tracer, TracerDefinition } from '../tracer.js';

export const tracer: TracerDefinition = {
  name: 'noopTracer',
  create: (): Tracer => ({ observer: {}, result: () => '{}' }),
};
