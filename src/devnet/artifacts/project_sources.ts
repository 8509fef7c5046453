/** Contracts of the folders of artifacts, read again when their files change. */
import type { TracedMessage, Tracer } from '../../app/traces/tracer.js';
import type { EvmReceipt } from '../../backend/evm/block.js';
import type { EvmDebugMove } from '../../backend/evm/debugging.js';
import type { EvmNames, EvmSourceFrame } from '../../backend/evm/sources.js';
import type { FrameStart } from '../../evm/observer.js';
import type { AccountsReader } from '../../evm/state.js';
import type { Bytes } from '../../kernel/bytes.js';
import { defined } from '../../kernel/defined.js';
import { to0x } from '../../kernel/hex.js';
import type { ArtifactFile } from '../../rpc/dashboard/wire.js';
import {
  customErrorIn,
  decodedValues,
  eventIn,
  functionIn,
  type NamedValue,
  SELECTOR_BYTES,
} from '../../solidity/abi_names.js';
import { contractsOfCompilation } from '../../solidity/build_files.js';
import { CallRecorder, isCreation } from '../../solidity/call_recorder.js';
import { abiOf, type CompiledContract } from '../../solidity/compiled_contract.js';
import { ContractIndex, type KnownContract } from '../../solidity/contract_index.js';
import { firstPosition, lineOf, moved, sourcesOf } from '../../solidity/debug_moves.js';
import { DebugRecorder } from '../../solidity/debug_recorder.js';
import { DebugView } from '../../solidity/debug_view.js';
import { explainFailure } from '../../solidity/explain_failure.js';
import { type FolderWatch, listFiles, readContracts, watchFolders } from './artifact_folder.js';
import { decodedCallTracer } from './decoded_call_tracer.js';
import { type ReportChoice, runningCode } from './recorded_runs.js';
import { RunReports } from './run_reports.js';

/** Most compilations that are added; a later one takes the place of the oldest. */
const MAX_ADDED = 100;

const argumentText = ({ name, value }: NamedValue): string => (name === undefined ? value : `${name}: ${value}`);

export class ProjectSources {
  readonly index = new ContractIndex();
  /** Files of each folder when it was last read, as text. */
  readonly #read = new Map<string, string>();
  readonly #watches = new Map<string, FolderWatch>();
  #reading: Promise<void> | undefined;
  #isClosed = false;
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
      if (await this.#watches.get(folder)?.isCurrent()) continue;
      this.#watches.get(folder)?.close();
      const { folders } = await listFiles(folder);
      if (this.#isClosed) return;
      const watched = watchFolders(folders);
      this.#watches.set(folder, watched);
      // What was written while the watch began is in the second list.
      const { files, folders: now } = await listFiles(folder);
      if (now.join('\n') !== folders.join('\n')) watched.close();
      const text = files.map(({ path, size, modified }) => `${path} ${size} ${modified}`).join('\n');
      if (this.#read.get(folder) === text) continue;
      this.index.replace(folder, await readContracts(folder, files, this.warn));
      this.#read.set(folder, text);
    }
  }

  /** Ends the watches. */
  close(): void {
    this.#isClosed = true;
    for (const watched of this.#watches.values()) watched.close();
  }

  /** Adds what a compiler read and wrote. */
  add(input: object, output: object): void {
    this.index.replace(`added ${this.#added++ % MAX_ADDED}`, contractsOfCompilation(input, output));
  }

  /** Yields the contracts as the dashboard reads them. */
  *shown(): Generator<ArtifactFile> {
    for (const { name, sourceName, abiText, runtime } of this.index.contracts())
      yield {
        contract: name,
        source: sourceName === '' ? undefined : sourceName,
        abi: abiOf(abiText),
        deployedBytecode: runtime && to0x(runtime.bytes),
      };
  }

  /** Makes the reports of a devnet, whose runs it will watch. */
  reports(choice: ReportChoice): RunReports {
    return new RunReports(this, choice, this.warn);
  }

  /** Makes the observer of a run on a state. */
  recorder(state: AccountsReader): CallRecorder {
    return new CallRecorder((frame) => this.#contractOf(frame, state));
  }

  /** Creates the tracer that names contracts and what they do. */
  decodedCalls(message: TracedMessage): Tracer {
    return decodedCallTracer(message, this.recorder(message.state));
  }

  /** Begins to record a run for the debugger. */
  debugRun(state: AccountsReader) {
    const recorder = new DebugRecorder(this.recorder(state));
    return {
      recorder,
      /** Number of steps, and the first position. Both are known after the run. */
      steps: (): number => recorder.pcs.length,
      first: (): number => firstPosition(recorder),
      sources: () => sourcesOf(recorder),
      move: (position: number, move: EvmDebugMove) => moved(recorder, position, move),
      lineFrom: (file: string, line: number): number | undefined => lineOf(recorder, file, line)?.[0],
      /** Makes the observer of another run, which shows a position. */
      viewer: (position: number, again: AccountsReader) => new DebugView(this.recorder(again), position),
    };
  }

  /** Returns the names of a transaction. The state is that of its block. */
  namesOf({ transaction, success, logs, returnData }: EvmReceipt, state: AccountsReader): EvmNames | undefined {
    const { to, input } = transaction;
    const known = (at: Bytes): CompiledContract | undefined => this.#contractAt(at, state)?.contract;
    const contract = to === undefined ? this.index.ofCreation(input)?.contract : known(to);
    const called = to === undefined || contract === undefined ? undefined : functionIn(contract, input);
    const values = called && decodedValues(called.inputs ?? [], input.subarray(SELECTOR_BYTES));
    const events = logs.flatMap(({ address, topics, data }) => {
      const emitter = known(address);
      const event = eventIn(topics, data, emitter === undefined ? [] : [emitter]);
      return event === undefined
        ? []
        : [`${emitter?.name}.${event.name}(${event.arguments.map(argumentText).join(', ')})`];
    });
    return defined<EvmNames>({
      contract: contract?.name,
      signature: called && `${called.name}(${(called.inputs ?? []).map(({ type }) => type).join(',')})`,
      arguments: values?.map(argumentText),
      events,
      error: success || contract === undefined ? undefined : customErrorIn(returnData, [contract]),
    });
  }

  explain({ failure }: CallRecorder): readonly EvmSourceFrame[] {
    return failure === undefined ? [] : explainFailure(failure);
  }

  #contractOf(frame: FrameStart, state: AccountsReader): KnownContract | undefined {
    return isCreation(frame) ? this.index.ofCreation(frame.input) : this.#contractAt(frame.to, state);
  }

  #contractAt(address: Bytes, state: AccountsReader): KnownContract | undefined {
    const runs = runningCode(state, address);
    return runs && this.index.ofRuntime(to0x(runs.hash), runs.code);
  }
}
