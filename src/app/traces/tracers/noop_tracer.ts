/**
 * Implements `noopTracer`, whose result is empty (go-ethereum `eth/tracers/native/noop.go`). It shows that a
 * transaction runs again, and how long that takes.
 */
import type { Tracer, TracerDefinition } from '../tracer.js';

export const tracer: TracerDefinition = {
  name: 'noopTracer',
  create: (): Tracer => ({ observer: {}, result: () => '{}' }),
};
