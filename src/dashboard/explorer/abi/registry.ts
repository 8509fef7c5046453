/** Holds the ABIs that the page knows, and which contract has which. */
import { computed, signal } from '@preact/signals';
import type { Abi } from 'viem';
import type { About, ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { readArtifacts } from '../../feed/http.js';
import { type AbiIndex, indexAbis } from './abi_index.js';
import { readArtifact, withUsableAbi } from './artifact.js';
import { isCodeOf } from './match.js';

/** Lists the artifacts of the folder that the devnet was started with. */
const served = signal<readonly ArtifactFile[]>([]);
/** Lists the artifacts that were dropped on the page or chosen in it, newest first. */
const added = signal<readonly ArtifactFile[]>([]);
/** Maps a chain and an address to the contract that the reader has chosen. */
const assigned = signal<ReadonlyMap<string, ArtifactFile>>(new Map());

/** Says why the artifacts of the folder could not be read. */
export const artifactsProblem = signal<string | undefined>(undefined);

/** Lists all artifacts; those of the reader come first. */
export const artifacts = computed<readonly ArtifactFile[]>(() => [...added.value, ...served.value]);

/** Finds everything that any known ABI defines. */
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

/** Limits the codes whose artifact is remembered. */
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
export const artifactOf = (chain: string, address: string, code: string | undefined): ArtifactFile | undefined =>
  assigned.value.get(keyOf(chain, address)) ?? (code === undefined || code === '0x' ? undefined : artifactOfCode(code));

/** Returns the ABI of an artifact. `withUsableAbi` has checked its entries. */
export const abiOf = ({ abi }: ArtifactFile): Abi => abi as Abi;
