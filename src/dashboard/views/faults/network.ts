/** Reads the validators, the active faults and the conflict of the chain, and reads them again when they may have changed. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ActiveFault, Conflict, NetworkNode } from '../../explorer/read/network.js';
import { callEvm } from '../../feed/http.js';
import { chainId, controls, head, notice, reverts } from '../../shell/store.js';
import type { FaultMenu } from './menu.js';

interface NetworkFacts {
  readonly nodes: readonly NetworkNode[];
  readonly cutLinks: readonly (readonly [number, number])[];
  readonly faults: readonly ActiveFault[];
  readonly conflict: Conflict | null;
}

export const network = signal<NetworkFacts | undefined>(undefined);
export const menu = signal<FaultMenu | undefined>(undefined);

let latest = 0;

/** Reads all facts again. An answer that a newer one has overtaken is dropped. */
export async function readNetwork(): Promise<void> {
  const chain = chainId.peek();
  if (chain === '') return;
  const turn = ++latest;
  try {
    const [shown, faults, conflict, kinds] = await Promise.all([
      callEvm<Pick<NetworkFacts, 'nodes' | 'cutLinks'>>(chain, 'halley_network'),
      callEvm<readonly ActiveFault[]>(chain, 'halley_faults'),
      callEvm<Conflict | null>(chain, 'halley_conflictingCommits'),
      menu.peek() ?? callEvm<FaultMenu>(chain, 'halley_faultMenu'),
    ]);
    if (turn !== latest) return;
    menu.value = kinds;
    network.value = { ...shown, faults, conflict };
  } catch (error) {
    notice.value = { tone: 'error', text: (error as Error).message };
  }
}

/** Reads the facts while a view that shows them is open. */
export function useNetwork(): void {
  const [chain, state, height, back] = [chainId.value, controls.value, head.value?.height, reverts.value];
  useEffect(() => void readNetwork(), [chain, state, height, back]);
}
