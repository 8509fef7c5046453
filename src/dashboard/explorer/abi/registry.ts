/** The ABIs that the page knows, and which contract has which. */

import { computed, signal } from '@preact/signals';
import type { About, ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { type BatchCall, callOptionalBatch, readArtifacts } from '../../feed/http.js';
import { type AbiIndex, indexAbis } from './abi_index.js';
import { isCodeOf, readArtifact, withUsableAbi } from './artifact.js';

/** Artifacts of the folder that the devnet was started with. */
const served = signal<readonly ArtifactFile[]>([]);
/** Artifacts that were dropped on the page or chosen in it, newest first. */
const added = signal<readonly ArtifactFile[]>([]);
/** Artifacts of codes, as the devnet has found them among those that it compiled or was given. */
const learned = signal<ReadonlyMap<string, ArtifactFile>>(new Map());
/** Codes for which the devnet was asked. */
const asked = new Set<string>();
/** Contract that the reader has chosen for a chain and an address. */
const assigned = signal<ReadonlyMap<string, ArtifactFile>>(new Map());

/** Reason why the artifacts of the folder could not be read. */
export const artifactsProblem = signal<string | undefined>(undefined);

/** All artifacts; those of the reader come first. */
export const artifacts = computed<readonly ArtifactFile[]>(() => [
  ...added.value,
  ...served.value,
  ...learned.value.values(),
]);

/** Everything that any known ABI defines. */
export const anyAbi = computed<AbiIndex>(() => indexAbis([...assigned.value.values(), ...artifacts.value]));

/** Reads the artifacts of the devnet's folder again; its files may have changed. */
export async function loadArtifacts(): Promise<void> {
  try {
    served.value = (await readArtifacts()).map(withUsableAbi);
    artifactsProblem.value = undefined;
  } catch (error) {
    artifactsProblem.value = (error as Error).message;
  }
}

let loadedFor: About | undefined;

/** Reads the artifacts of a devnet's folder, once for each devnet that the page meets. */
export function followArtifacts(facts: About | undefined): void {
  if (facts === undefined || facts === loadedFor) return;
  loadedFor = facts;
  if (facts.artifacts !== undefined) void loadArtifacts();
}

/** Asks the devnet for the artifacts of contracts that the page does not know. */
export async function learnArtifacts(
  chain: string,
  contracts: readonly { readonly address: string; readonly code: string }[],
): Promise<void> {
  const unknown = contracts
    .filter(
      ({ address, code }) => code.length > 2 && !asked.has(code) && artifactOf(chain, address, code) === undefined,
    )
    .slice(0, MAX_ASKED);
  if (unknown.length === 0) return;
  for (const { code } of unknown) asked.add(code);
  const answers = await callOptionalBatch(
    chain,
    'evm',
    unknown.map(({ address }): BatchCall => ['halley_contract', [address]]),
  );
  const found = unknown.flatMap(({ code }, i): [string, ArtifactFile][] => {
    const answer = answers[i];
    return answer === null || answer instanceof Error ? [] : [[code, withUsableAbi(answer as ArtifactFile)]];
  });
  if (found.length > 0) learned.value = new Map([...learned.value, ...found]);
}

/** Most contracts for which the devnet is asked at once. */
const MAX_ASKED = 100;

/** Adds the artifact in a file. Throws an Error that names the file and what is wrong with it. */
export function addArtifact(file: string, text: string): ArtifactFile {
  const artifact = withUsableAbi(readArtifact(file, text));
  added.value = [artifact, ...added.value.filter(({ contract }) => contract !== artifact.contract)];
  return artifact;
}

const keyOf = (chain: string, address: string): string => `${chain}/${address.toLowerCase()}`;

/** Assigns an ABI to a contract; undefined leaves the choice to the code. */
export function assignArtifact(chain: string, address: string, artifact: ArtifactFile | undefined): void {
  const next = new Map(assigned.value);
  if (artifact === undefined) next.delete(keyOf(chain, address));
  else next.set(keyOf(chain, address), artifact);
  assigned.value = next;
}

/** Most codes whose artifact is remembered. */
const MAX_CODES = 1000;
const byCode = computed(() => ({ known: artifacts.value, found: new Map<string, ArtifactFile | undefined>() }));

function artifactOfCode(code: string): ArtifactFile | undefined {
  const { known, found } = byCode.value;
  if (!found.has(code)) {
    if (found.size >= MAX_CODES) found.clear();
    found.set(
      code,
      known.find(({ deployedBytecode }) => deployedBytecode !== undefined && isCodeOf(code, deployedBytecode)),
    );
  }
  return found.get(code);
}

/** Returns the artifact of a contract: the assigned one, or one with the same code. */
export function artifactOf(chain: string, address: string, code = '0x'): ArtifactFile | undefined {
  const chosen = assigned.value.get(keyOf(chain, address));
  if (chosen !== undefined || code === '0x') return chosen;
  return learned.value.get(code) ?? artifactOfCode(code);
}
