/** Tests what clients of a devnet keep when another chain takes the place of its own. */
import { expect, test } from 'vitest';
import type { EvmEvent } from '../../../src/backend/evm/events.js';
import type { ChainRuntime } from '../../../src/devnet/chain_runtime.js';
import { CurrentChain } from '../../../src/devnet/current/current_chain.js';

/** Makes a source of events that counts its listeners. */
function aSource() {
  const listeners = new Set<(event: never) => void>();
  const listen = (listener: (event: never) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    listen,
    listeners,
    emit: (event: unknown) => listeners.forEach((listener) => void listener(event as never)),
  };
}

/** Makes the parts of a chain that its replacement touches. */
function aChain(name: string) {
  const [evm, traces, comet, rounds] = [aSource(), aSource(), aSource(), aSource()];
  const sources = { evm, traces, comet, rounds };
  const monitorings = { begun: 0, closed: 0 };
  const node = {
    chain: { blockStore: { base: 5n }, beforeRevert: { publish: () => undefined } },
    heights: { published: 4n },
    evm: { filters: { clear: () => undefined } },
    snapshots: { goOnAfter: () => undefined },
    evmBackend: { listen: evm.listen, listenToTrace: traces.listen },
    comet: { listen: comet.listen },
    rounds: { listenToRounds: rounds.listen },
    monitor: () => {
      monitorings.begun++;
      return { chainId: name, close: () => monitorings.closed++ };
    },
    beginLog: () => undefined,
  } as unknown as ChainRuntime;
  return { node, sources, monitorings };
}

function replaced() {
  const [first, second, third] = [aChain('first'), aChain('second'), aChain('third')];
  const current = new CurrentChain();
  const evm = current.evmBackend(first.node.evmBackend);
  const own = current.begin(first.node);
  return { current, evm, own, first, second, third };
}

test('a listener hears the chain that is current, and no chain after it has stopped', () => {
  const { current, evm, own, first, second, third } = replaced();
  const heard: unknown[] = [];
  const listener = (event: EvmEvent | string): void => void heard.push(event);
  const stops = [
    evm.listen(listener),
    evm.listenToTrace(listener),
    own.comet.listen(listener as never),
    own.rounds.listenToRounds(listener as never, 7),
  ];
  const counts = ({ sources }: typeof first): readonly number[] =>
    Object.values(sources).map(({ listeners }) => listeners.size);
  current.replace(second.node);
  expect([first, second].map(counts)).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ]);
  for (const source of Object.values(second.sources)) source.emit('second');
  expect(heard).toEqual(['second', 'second', 'second', 'second']);
  for (const stop of stops) stop();
  expect(counts(second)).toEqual([0, 0, 0, 0]);
  current.replace(third.node);
  expect(counts(third)).toEqual([0, 0, 0, 0]);
});

test('the metrics are those of the chain that is current, and no other chain is measured', () => {
  const { current, own, first, second, third } = replaced();
  const monitoring = own.monitor?.();
  expect(monitoring?.chainId).toBe('first');
  current.replace(second.node);
  current.replace(third.node);
  expect(monitoring?.chainId).toBe('third');
  expect([first, second, third].map(({ monitorings }) => monitorings)).toEqual([
    { begun: 1, closed: 1 },
    { begun: 1, closed: 1 },
    { begun: 1, closed: 0 },
  ]);
  monitoring?.close();
  expect(third.monitorings).toEqual({ begun: 1, closed: 1 });
});
