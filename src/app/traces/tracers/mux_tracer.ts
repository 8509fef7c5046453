/**
 * Implements `muxTracer`: several tracers in one run. Its config holds the config of each under its name (go-ethereum
 * `eth/tracers/native/mux.go`).
 */
import { observedTogether } from '../../../evm/observer.js';
import { HalleyError } from '../../../kernel/errors.js';
import { sortedObject } from '../geth_error_text.js';
import type { TracedMessage, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

/** Deepest nesting. More levels show nothing more. */
const MAX_DEPTH = 16;

export const tracer: TracerDefinition = {
  name: 'muxTracer',
  create(message: TracedMessage, find): Tracer {
    mustBeShallow(message.config);
    const children = Object.entries(message.config).map(([name, config]) => {
      const tracer = find(name).create({ ...message, config: configOf(name, config) }, find);
      return { name, tracer };
    });
    return {
      observer: observedTogether(children.map(({ tracer }) => tracer.observer)),
      result: (run: TracedRun) => sortedObject(children.map(({ name, tracer }) => [name, tracer.result(run)])),
    };
  },
};

function mustBeShallow(config: Readonly<Record<string, unknown>>): void {
  let depth = 0;
  for (let inner: unknown = config; typeof inner === 'object' && inner !== null; depth++) {
    if (depth === MAX_DEPTH)
      throw new HalleyError(
        'limit-exceeded',
        `more than ${MAX_DEPTH} muxTracers are nested in one another; nest fewer`,
      );
    inner = (inner as Readonly<Record<string, unknown>>)['muxTracer'];
  }
}

function configOf(name: string, config: unknown): Readonly<Record<string, unknown>> {
  if (config === null) return {};
  if (typeof config === 'object' && !Array.isArray(config)) return config as Readonly<Record<string, unknown>>;
  throw new HalleyError(
    'invalid-argument',
    `tracerConfig.${name} is ${JSON.stringify(config)}, expected an object, the tracer's own config`,
    { name, config },
  );
}
