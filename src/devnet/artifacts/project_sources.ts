/** Contracts of the folders of artifacts, read again when their files change. */
import type { EvmSourceFrame } from '../../backend/evm/sources.js';
import type { FrameStart } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { contractsOfCompilation } from '../../solidity/build_files.js';
import { CallRecorder, isCreation } from '../../solidity/call_recorder.js';
import { ContractIndex, type KnownContract } from '../../solidity/contract_index.js';
import { explainFailure } from '../../solidity/explain_failure.js';
import { listFiles, readContracts } from './artifact_folder.js';

/** Returns the code of an account with its hash; undefined for an account that does not exist. */
export type CodeOf = (address: Bytes) => { readonly hash: Bytes; readonly code: Bytes } | undefined;

/** Most compilations that are added; a later one takes the place of the oldest. */
const MAX_ADDED = 100;

/** Code of an account that delegates to another one (EIP-7702): this prefix and an address. */
const DELEGATION = [0xef, 0x01, 0x00];
const DELEGATION_BYTES = 23;

export class ProjectSources {
  readonly index = new ContractIndex();
  /** Files of each folder when it was last read, as text. */
  readonly #read = new Map<string, string>();
  #reading: Promise<void> | undefined;
  #added = 0;

  constructor(
    private readonly folders: readonly string[],
    private readonly warn: (text: string) => void,
  ) {}

  /** Reads the folders whose files have changed since the last time. */
  refresh(): Promise<void> {
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #refresh(): Promise<void> {
    for (const folder of this.folders) {
      const files = await listFiles(folder);
      const now = files.map(({ path, size, modified }) => `${path} ${size} ${modified}`).join('\n');
      if (this.#read.get(folder) === now) continue;
      this.#read.set(folder, now);
      this.index.replace(folder, await readContracts(folder, files, this.warn));
    }
  }

  /** Adds what a compiler read and wrote. */
  add(input: object, output: object): void {
    this.index.replace(`added ${this.#added++ % MAX_ADDED}`, contractsOfCompilation(input, output));
  }

  /** Makes the observer of a run on a state. */
  recorder(codeOf: CodeOf): CallRecorder {
    return new CallRecorder((frame) => this.#contractOf(frame, codeOf));
  }

  explain({ failure }: CallRecorder): readonly EvmSourceFrame[] {
    return failure === undefined ? [] : explainFailure(failure);
  }

  #contractOf(frame: FrameStart, codeOf: CodeOf): KnownContract | undefined {
    return isCreation(frame) ? this.index.ofCreation(frame.input) : this.#contractAt(frame.to, codeOf);
  }

  #contractAt(address: Bytes, codeOf: CodeOf): KnownContract | undefined {
    const own = codeOf(address);
    const isDelegated = own?.code.length === DELEGATION_BYTES && DELEGATION.every((byte, i) => own.code[i] === byte);
    const found = isDelegated ? codeOf(own.code.subarray(DELEGATION.length)) : own;
    return found && this.index.ofRuntime(to0x(found.hash), found.code);
  }
}
